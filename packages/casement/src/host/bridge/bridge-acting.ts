import { CasementError } from '../../protocol/errors.ts'
import { checkParams } from '../../protocol/method-table.ts'
import { viewRequests } from '../../protocol/view-requests.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import { createAppToolCalls, type AppToolCalls, type AppToolCallsWorld } from '../model/app-tool-calls.ts'
import type { Asking } from './bridge-asking.ts'
import type { Introduction } from './handshake.ts'
import { createServing } from './request-handlers.ts'
import type { BridgeParts, ViewRequestOptions } from './bridge-types.ts'
import { elicitFrom } from '../model/elicit-from-view.ts'
import { ELICITATION_CAPABILITY, type ElicitAnswer, type ElicitRequest } from '../model/elicitation.ts'
import { auditing } from '../gate/audit.ts'
import { createGate, type Gate } from '../gate/gate.ts'
import type { Asked } from '../gate/policy.ts'
import { ViewRequest } from '../gate/view-request.ts'
import type { LifeNote } from './lifecycle.ts'
import { hearServer, isAnnounced, type ServerNews } from '../server/notifications.ts'
import { checkNote } from '../note-shapes.ts'
import { offers } from '../server/capabilities.ts'
import type { StateSlot } from './state-store.ts'
import { createToolDirectory } from '../server/tool-directory.ts'
import type { ViewLife } from './view-lifecycle.ts'

export { outgoingContext } from './host-context.ts'
export { wireTracer } from './wire-trace.ts'

/** Does what a View asks for, and asks it in turn. A page can show a View before it has loaded this. */
export interface Acting {
  readonly gate: Gate
  readonly appTools: AppToolCalls
  /** What is wrong with the params of a message of the View, in words. */
  check(method: string, params: unknown): string | undefined
  /** Does what is asked and is known to be answered. */
  serve(method: string, params: unknown, extra: HandlerExtra): Promise<unknown>
  /** Something that a View asks, as the gate and the audit see it. */
  readonly asked: (method: string, params: unknown, extra: { readonly signal: AbortSignal }) => Asked
  elicit(params: ElicitRequest, options: ViewRequestOptions): Promise<ElicitAnswer>
  close(): void
}

/** What acting for a View needs of its bridge. */
export interface ActingWorld {
  readonly parts: BridgeParts
  readonly runtime: Runtime
  readonly slot: StateSlot
  readonly viewLife: ViewLife
  readonly introduction: () => Introduction | undefined
  /** True when a method of the View is answered by something else than the fallback. */
  readonly answers: (method: string) => boolean
  readonly capabilities: (port?: boolean) => McpUiHostCapabilities
  readonly asking: Pick<Asking, 'isOffered' | 'request' | 'elicits'>
}

/** Sets up who answers a View, and the gate in front of that. */
export function createActing(world: ActingWorld): Acting {
  const { parts, runtime, slot, introduction, viewLife, capabilities } = world
  const { isOffered, request, elicits } = world.asking
  const { client, options, bridge } = parts
  const { audit } = options
  const { state: life, take } = viewLife
  const directory = client ? createToolDirectory(client, runtime, options) : undefined
  const appName = (unknown: string): string => introduction()?.appInfo.name ?? unknown

  const asked: Acting['asked'] = (method, params, extra) =>
    new ViewRequest({ ...slot, method, params, appInfo: introduction()?.appInfo, stage: life().at }, extra)
  const rules = {
    directory,
    ownsResource: options.ownsResource,
    capabilities,
    appCapabilities: () => introduction()?.appCapabilities,
    context: () => life().context,
  }
  const gate = createGate(options.gate ?? {}, rules, runtime, audit)
  const serving = createServing({
    client,
    directory,
    handlers: bridge,
    options,
    slot,
    asked,
    life,
    gate,
    answers: world.answers,
    speaker: () => ({ ...slot, name: appName('unknown') }),
    applied: (displayMode) => take({ type: 'context', context: { ...life().context, displayMode } }),
  })
  const hearNews = (method: ServerNews, params: unknown = {}): void => {
    if (method === 'notifications/tools/list_changed') directory?.forget()
    if (method === 'notifications/resources/updated' && !serving.isSubscribed((params as { uri?: unknown }).uri)) return
    if (client && isAnnounced(method, offers(client))) take({ type: 'note', note: { method, params } as LifeNote })
  }
  // A View knows of no list before it could ask for one, so nothing is missed where this comes late.
  const stopHearing = client && life().at !== 'closed' ? hearServer(client, hearNews) : undefined
  const callTool: Parameters<typeof elicitFrom>[0] = (params, how) => request('tools/call', params, how)
  // Not for the gate to judge, but for the audit to hear of.
  const audited: AppToolCallsWorld['audited'] = (method, params, signal = new AbortController().signal, run) =>
    auditing(audit, runtime)(asked(method, params, { signal }), run) as ReturnType<typeof run>

  return {
    gate,
    asked,
    check: (method, params) => checkNote(method, params) ?? checkParams(viewRequests, method, params),
    serve: serving.serve,
    close() {
      stopHearing?.()
      serving.close()
    },
    appTools: createAppToolCalls(options.appTools ?? {}, {
      runtime,
      isOffered,
      audited,
      callTool,
      appName: () => appName('app'),
      // What asks the user for the server is not for the model to call.
      async listTools(params, how) {
        const listed = await request('tools/list', params, how)
        return { ...listed, tools: listed.tools.filter(({ name }) => name !== elicits()) }
      },
    }),
    async elicit(params, how) {
      const tool = elicits()
      if (!tool)
        throw new CasementError('UNSUPPORTED', `elicit: the View did not offer ${ELICITATION_CAPABILITY}, or the host does not`)
      return audited(ELICITATION_CAPABILITY, params, how.signal, () => elicitFrom(callTool, tool, params, how))
    },
  }
}
