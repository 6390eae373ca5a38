import { isRecord } from '../protocol/rpc/message.ts'
import { ACTION_META_KEY, InternalMessageType as Type, REQUEST_DATA_METHOD, type LegacyMessage } from './messages.ts'

/** The MCP Apps request of a widget's message. */
export type AppsMessage =
  | { readonly kind: 'request' | 'note'; readonly method: string; readonly params: Readonly<Record<string, unknown>> }
  /** The widget wants its render data (again). */
  | { readonly kind: 'render-data' }
  /** Unknown to MCP Apps. */
  | { readonly kind: 'unknown' }

/** Translates a message of a widget. */
export function toApps(message: LegacyMessage): AppsMessage {
  const payload = isRecord(message.payload) ? message.payload : {}
  switch (message.type) {
    case 'tool':
      return request('tools/call', { name: textOf(payload['toolName']), arguments: recordOf(payload['params']) })
    case 'prompt':
      return request('ui/message', say(textOf(payload['prompt'])))
    case 'intent': {
      const { intent, params = {} } = payload
      const action = { type: 'intent', payload: { intent, params } }
      return request('ui/message', say(`Intent: ${textOf(intent)}. Parameters: ${textOf(params)}`, action))
    }
    case 'link':
      return request('ui/open-link', { url: textOf(payload['url']) })
    case 'notify':
      return note('notifications/message', { level: 'info', data: payload['message'] ?? '' })
    case Type.UI_SIZE_CHANGE:
      return note('ui/notifications/size-changed', sizeOf(payload))
    case Type.UI_REQUEST_DATA:
      return request(REQUEST_DATA_METHOD, { requestType: payload['requestType'], params: recordOf(payload['params']) })
    case Type.UI_LIFECYCLE_IFRAME_READY:
    case Type.UI_REQUEST_RENDER_DATA:
      return { kind: 'render-data' }
    default:
      return { kind: 'unknown' }
  }
}

/** The acknowledgement of a message that has an id. Legacy hosts and adapters put it in different places, so it is in both. */
export const messageReceived = (messageId: string): LegacyMessage => ({
  type: Type.UI_MESSAGE_RECEIVED,
  messageId,
  payload: { messageId },
})

/** The response to a message with an id: its result or its error. */
export const messageResponse = (messageId: string, outcome: { response: unknown } | { error: unknown }): LegacyMessage => ({
  type: Type.UI_MESSAGE_RESPONSE,
  messageId,
  payload: { messageId, ...outcome },
})

const request = (method: string, params: Record<string, unknown>): AppsMessage => ({ kind: 'request', method, params })
const note = (method: string, params: Record<string, unknown>): AppsMessage => ({ kind: 'note', method, params })

const say = (text: string, action?: object): Record<string, unknown> => ({
  role: 'user',
  content: [{ type: 'text', text, ...(action && { _meta: { [ACTION_META_KEY]: action } }) }],
})

// Not `String`: a widget may send an object whose `toString` is not a function, or a bigint, which is not JSON.
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const sizeOf = ({ width, height }: { width?: unknown; height?: unknown }): Record<string, number> => ({
  ...(isLength(width) && { width }),
  ...(isLength(height) && { height }),
})

const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value)
