import { channelCore, type Channel } from '../../protocol/channel/channel.ts'
import { LATEST_PROTOCOL_VERSION, STATE_CAPABILITY } from '../../protocol/constants.ts'
import { CasementError, type WireCode } from '../../protocol/errors.ts'
import { readMessage } from '../../protocol/rpc/message.ts'
import type { McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { openaiRequestHandlers } from './openai-requests.ts'
import { toContext, toResult, type OpenAiGlobal } from './openai-global.ts'

const CONTEXT_CHANGED = 'ui/notifications/host-context-changed'
const TEARDOWN_ID = 'teardown'

const METHOD_NOT_FOUND: typeof WireCode.MethodNotFound = -32601
const DENIED: typeof WireCode.Denied = -32000

/** The `window.openai` of this page. */
export const findOpenai = (): OpenAiGlobal | undefined => (globalThis as { openai?: OpenAiGlobal }).openai

/**
 * A channel to a host that offers `window.openai` and does not support JSON-RPC. The channel itself handles the App's requests.
 *
 * Tool call and host context are properties there, and the event `openai:set_globals` says that some have changed. Not every
 * change concerns the View, so each notification is sent only if it differs from the previous one. State and model context are
 * parts of the widget state: `privateContent` and `modelContent`.
 */
export function openaiChannel(openai: OpenAiGlobal | undefined = findOpenai()): Channel {
  if (!openai) throw new CasementError('UNSUPPORTED', 'This page has no window.openai. Use openAnyHost to support any host')
  return createChannel(openai)
}

function createChannel(openai: OpenAiGlobal): Channel {
  const handlers = openaiRequestHandlers(openai)
  const lastSent = new Map<string, string>()
  const core = channelCore(
    (raw) => {
      const message = readMessage(raw)
      if (message.kind === 'note') onNotification(message.method, message.params)
      else if (message.kind === 'request') void onRequest(message.id, message.method, message.params)
      else if ('id' in message && message.id === TEARDOWN_ID) openai.requestClose?.()
    },
    () => {},
  )

  // In a microtask, because between windows messages are never delivered while the sender still runs.
  function deliver(message: object): void {
    queueMicrotask(() => core.deliver({ jsonrpc: '2.0', ...message }))
  }

  function notifyIfChanged(method: string, params: object | undefined): void {
    const text = JSON.stringify(params)
    if (!params || lastSent.get(method) === text) return
    lastSent.set(method, text)
    deliver({ method, params: JSON.parse(text) })
  }

  const sendGlobals = (): void => {
    const { toolInput } = openai
    notifyIfChanged(CONTEXT_CHANGED, toContext(openai))
    notifyIfChanged('ui/notifications/tool-input', toolInput ? { arguments: toolInput } : undefined)
    notifyIfChanged('ui/notifications/tool-result', toResult(openai))
  }

  function initialize(): McpUiInitializeResult {
    const result = initializeResult(openai)
    lastSent.set(CONTEXT_CHANGED, JSON.stringify(result.hostContext))
    return result
  }

  function onNotification(method: string, params: unknown): void {
    if (method === 'ui/notifications/initialized') {
      addEventListener('openai:set_globals', sendGlobals, { signal: core.closed })
      sendGlobals()
    } else if (method === 'ui/notifications/size-changed') {
      const { height } = params as { height?: number }
      if (height) openai.notifyIntrinsicHeight?.(height)
    } else if (method === 'ui/notifications/request-teardown' && openai.requestClose) {
      // The View's own handler comes first, as with any other host. Its response closes the View.
      deliver({ id: TEARDOWN_ID, method: 'ui/resource-teardown', params: {} })
    }
  }

  async function onRequest(id: string | number, method: string, params: unknown): Promise<void> {
    const handler = method === 'ui/initialize' ? initialize : handlers.get(method)
    try {
      if (handler) deliver({ id, result: JSON.parse(JSON.stringify(await handler(params))) })
      else deliver({ id, error: { code: METHOD_NOT_FOUND, message: `window.openai does not support ${method}` } })
    } catch (error) {
      deliver({ id, error: { code: DENIED, message: error instanceof Error ? error.message : String(error) } })
    }
  }
  return core
}

function initializeResult(openai: OpenAiGlobal): McpUiInitializeResult {
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
    hostContext: toContext(openai),
  }
}
