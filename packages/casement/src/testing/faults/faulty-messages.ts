import { isRecord } from '../../protocol/rpc/message.ts'

/** A response with an id that no request has. */
export const withWrongId = (message: unknown, random: () => number): unknown =>
  isRecord(message) ? { ...message, id: `nobody-${Math.floor(random() * 1e9)}` } : message

const PADDING = 'dev.casement/padding'

/** A message with this many bytes of padding. */
export function oversized(message: unknown, bytes: number): unknown {
  if (!isRecord(message)) return message
  const member = 'method' in message ? 'params' : 'result' in message ? 'result' : 'error'
  const body = isRecord(message[member]) ? message[member] : {}
  const meta = isRecord(body['_meta']) ? body['_meta'] : {}
  return { ...message, [member]: { ...body, _meta: { ...meta, [PADDING]: 'x'.repeat(bytes) } } }
}

/** The error response of a server that requires authorization, in place of a message. */
export function unauthorized(message: unknown): unknown {
  if (!isRecord(message)) return message
  const error = { code: -32_001, message: 'HTTP 401: the server requires authorization', data: { status: 401 } }
  return { jsonrpc: '2.0', id: message['id'], error }
}
