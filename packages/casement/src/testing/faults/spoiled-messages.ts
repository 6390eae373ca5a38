import { isRecord } from '../../protocol/rpc/message.ts'

/** A message under an id that nobody asked with. */
export const withWrongId = (message: unknown, random: () => number): unknown =>
  isRecord(message) ? { ...message, id: `nobody-${Math.floor(random() * 1e9)}` } : message

const PADDING = 'dev.casement/padding'

/** A message that carries megabytes that nobody needs. */
export function oversized(message: unknown, bytes: number): unknown {
  if (!isRecord(message)) return message
  const member = 'method' in message ? 'params' : 'result' in message ? 'result' : 'error'
  const body = isRecord(message[member]) ? message[member] : {}
  const meta = isRecord(body['_meta']) ? body['_meta'] : {}
  return { ...message, [member]: { ...body, _meta: { ...meta, [PADDING]: 'x'.repeat(bytes) } } }
}

/** What a server answers in place of a message when it wants to know who asks. */
export function unauthorized(message: unknown): unknown {
  if (!isRecord(message)) return message
  const error = { code: -32_001, message: 'HTTP 401: the server wants authorization', data: { status: 401 } }
  return { jsonrpc: '2.0', id: message['id'], error }
}
