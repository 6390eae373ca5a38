import { isRecord } from '../../protocol/rpc/message.ts'
import { messageDisplayMode } from '../../protocol/schemas/apps-context.ts'
import type {
  McpUiDisplayMode,
  McpUiMessageRequest,
  McpUiUpdateModelContextRequest,
  StateWriteRequest,
} from '../../protocol/schemas/index.ts'
import { matches } from '../../protocol/schemas/schema.ts'
import type { Speaker } from '../model/model-context.ts'
import type { AnyHandler } from './host-handlers.ts'
import type { BridgeExtra } from './options.ts'
import type { RequestHandlersOptions } from './request-handlers.ts'
import { memoryState, writeState } from './state-store.ts'

/** The built-in handlers of a bridge. They call the host's handler if there is one. */
export function builtInHandlers({
  handlers,
  options,
  slot,
  lifecycle,
  handshake,
}: RequestHandlersOptions): Readonly<Record<string, AnyHandler>> {
  const { modelContext, appName } = options
  const store = options.state || memoryState()
  const speaker = (): Speaker => ({ ...slot, appName, name: handshake.appInfo?.name ?? 'unknown' })
  const callHost = (method: string, params: unknown, extra: BridgeExtra): unknown => handlers.get(method)?.(params, extra)

  return {
    // The model sees what the host let pass, and the View never sees the model's side.
    async 'ui/message'(params, extra) {
      const result = await callHost('ui/message', params, extra)
      const isRefused = isRecord(result) && result['isError'] === true
      if (!isRefused) modelContext?.say(speaker(), params as McpUiMessageRequest['params'])
      return result
    },
    async 'ui/update-model-context'(params, extra) {
      await callHost('ui/update-model-context', params, extra)
      modelContext?.update(speaker(), params as McpUiUpdateModelContextRequest['params'])
      return {}
    },
    // The result is the mode that is in force, which need not be the requested one.
    async 'ui/request-display-mode'(params, extra) {
      const current: McpUiDisplayMode = lifecycle.state.context.displayMode ?? 'inline'
      const result = await callHost('ui/request-display-mode', params, extra)
      const applied = isRecord(result) && matches(messageDisplayMode, result['mode']) ? result['mode'] : current
      if (applied !== current)
        lifecycle.dispatch({ type: 'context', context: { ...lifecycle.state.context, displayMode: applied } })
      return { ...(isRecord(result) && result), mode: applied }
    },
    'dev.casement/state/read': async () => ({ entries: await store.read(slot) }),
    'dev.casement/state/write': (params) => writeState(store, slot, params as StateWriteRequest['params']),
  }
}
