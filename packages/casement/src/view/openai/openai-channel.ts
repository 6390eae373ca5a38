import { channelCore, type Channel } from '../../protocol/channel/channel.ts'
import { LATEST_PROTOCOL_VERSION, STATE_CAPABILITY } from '../../protocol/constants.ts'
import { CasementError } from '../../protocol/errors.ts'
import { readMessage } from '../../protocol/rpc/message.ts'
import type { McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { openaiRequests } from './openai-requests.ts'
import { toContext, toResult, type OpenAiGlobal } from './openai-global.ts'

const NOTE = 'ui/notifications/'
const TEARDOWN = 'teardown'

/** The `window.openai` of this page. */
export const findOpenai = (): OpenAiGlobal | undefined => (globalThis as { openai?: OpenAiGlobal }).openai

/**
 * A way to a host that offers `window.openai` and speaks no JSON-RPC: this answers the App in its place.
 *
 * The data of the tool call and the look of the host are properties there, and `openai:set_globals` says that some have
 * changed. Not every change is one for the View, so that each notification is sent only if it differs from the one before.
 * State, and what the model should know, are parts of the widget state: `privateContent` and `modelContent`.
 */
export function openaiChannel(openai: OpenAiGlobal | undefined = findOpenai()): Channel {
  if (!openai) throw new CasementError('UNSUPPORTED', 'No window.openai on this page')
  const told = new Map<string, string>()
  const requests = openaiRequests(openai)

  const tell = (method: string, params: object | undefined): void => {
    const text = JSON.stringify(params)
    if (!params || told.get(method) === text) return
    told.set(method, text)
    deliver({ method, params: JSON.parse(text) })
  }
  const tellAll = (): void => {
    const { toolInput } = openai
    tell(`${NOTE}host-context-changed`, toContext(openai))
    tell(`${NOTE}tool-input`, toolInput ? { arguments: toolInput } : undefined)
    tell(`${NOTE}tool-result`, toResult(openai))
  }
  const initialize = (): McpUiInitializeResult => {
    const hostContext = toContext(openai)
    told.set(`${NOTE}host-context-changed`, JSON.stringify(hostContext))
    const { callTool, openExternal, sendFollowUpMessage, setWidgetState } = openai
    return {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      hostInfo: { name: 'window.openai', version: '1' },
      hostCapabilities: {
        ...(callTool && { serverTools: {} }),
        ...(openExternal && { openLinks: {} }),
        ...(sendFollowUpMessage && { message: { text: {} } }),
        ...(setWidgetState && {
          updateModelContext: { text: {}, structuredContent: {} },
          experimental: { [STATE_CAPABILITY]: {} },
        }),
      },
      hostContext,
    }
  }
  const note = (method: string, params: unknown): void => {
    if (method === `${NOTE}initialized`) {
      addEventListener('openai:set_globals', tellAll, { signal: core.closed })
      tellAll()
    } else if (method === `${NOTE}size-changed`) {
      const { height } = params as { height?: number }
      if (height) openai.notifyIntrinsicHeight?.(height)
    } else if (method === `${NOTE}request-teardown` && openai.requestClose) {
      // The View's own handler first, as with any other host; its answer closes.
      deliver({ id: TEARDOWN, method: 'ui/resource-teardown', params: {} })
    }
  }
  const answer = async (id: string | number, method: string, params: unknown): Promise<void> => {
    const run = method === 'ui/initialize' ? initialize : requests[method]
    try {
      if (run) deliver({ id, result: JSON.parse(JSON.stringify(await run(params as never))) })
      else deliver({ id, error: { code: -32_601, message: `window.openai has nothing for ${method}` } })
    } catch (error) {
      deliver({ id, error: { code: -32_000, message: error instanceof Error ? error.message : String(error) } })
    }
  }
  const core = channelCore(
    (raw) => {
      const message = readMessage(raw)
      if (message.kind === 'note') note(message.method, message.params)
      else if (message.kind === 'request') void answer(message.id, message.method, message.params)
      else if ('id' in message && message.id === TEARDOWN) openai.requestClose?.()
    },
    () => {},
  )
  // Later, as between windows: whoever posts is not called back before it has finished.
  const deliver = (message: object): void => queueMicrotask(() => core.deliver({ jsonrpc: '2.0', ...message }))
  return core
}
