import { INVALID_PARAMS, INVALID_REQUEST, type WireCode } from '../errors.ts'
import { isRecord, type Id, type Incoming } from './message.ts'

// Ids and method names are stored, and quoted in errors, so their length is limited.
const MAX_NAME_LENGTH = 256

/** True for a valid request id; 0 is one. */
const isId = (value: unknown): value is Id =>
  typeof value === 'string' ? value.length <= MAX_NAME_LENGTH : Number.isSafeInteger(value)

const isMethod = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH

type Broken = Extract<Incoming, { kind: 'broken' }>

/** A message that is refused, with the reason. An id that is too long is still returned: its sender waits for a response. */
export const broken = (of: Broken['of'], id: unknown, why: string, code: WireCode = INVALID_REQUEST): Broken => ({
  kind: 'broken',
  of,
  id: isId(id) || typeof id === 'string' ? id : null,
  code,
  why,
})

/** Classifies a parsed message by JSON-RPC 2.0 as MCP narrows it: no batches, and params and results are objects. */
export function classifyMessage(message: unknown): Incoming {
  if (Array.isArray(message)) return broken('request', null, 'Batches are not supported. Send one message at a time')
  if (!isRecord(message)) return { kind: 'noise', why: 'not JSON-RPC 2.0' }
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0') {
    if (typeof method !== 'string' || !isId(id)) return { kind: 'noise', why: 'not JSON-RPC 2.0' }
    return broken('request', id, 'The member jsonrpc must be "2.0"')
  }
  if (method === undefined) return classifyResponse(message)
  if (id !== undefined && !isId(id))
    return broken('request', id, `An id must be an integer or a string of at most ${MAX_NAME_LENGTH} characters`)
  if (!isMethod(method)) return broken('request', id, `A method must be a string of 1 to ${MAX_NAME_LENGTH} characters`)
  if ('result' in message || 'error' in message)
    return broken('request', id, 'A message with a method must not have a result or an error')
  if (params !== undefined && !isRecord(params))
    return broken('request', id, `Invalid params for ${method}: params must be an object`, INVALID_PARAMS)
  return id === undefined ? { kind: 'note', method, params } : { kind: 'request', id, method, params }
}

function classifyResponse({ id, result, error }: Record<string, unknown>): Incoming {
  if (!isId(id)) return broken('reply', null, 'The message has neither a method nor a valid id')
  if (result !== undefined && error !== undefined) return broken('reply', id, 'The response has both a result and an error')
  if (isRecord(result)) return { kind: 'reply', id, result }
  if (!isRecord(error)) return broken('reply', id, 'The response must have a result or an error that is an object')
  const { code, message, data } = error
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || typeof message !== 'string')
    return broken('reply', id, 'The error of a response must have an integer code and a message')
  return { kind: 'failure', id, error: { code, message, data } }
}

// The order of members that `createPeer` and `portChannel` write. In other text, the id is not known before parsing.
const ENVELOPE_START = /^\{"jsonrpc":"2\.0","id":(?:(\d{1,15})|"([^"\\]{1,128})"),"(method|result|error)"/

/** The id of a message, unchecked, and the side that it belongs to, without parsing or walking the message. */
export function peekSender(raw: unknown): { of: Broken['of']; id: unknown } {
  if (typeof raw === 'string') {
    const [, number, text, member] = ENVELOPE_START.exec(raw.slice(0, 200)) ?? []
    return {
      of: member === 'method' || !member ? 'request' : 'reply',
      id: number === undefined ? (text ?? null) : Number(number),
    }
  }
  if (!isRecord(raw)) return { of: 'request', id: null }
  return { of: 'method' in raw ? 'request' : 'reply', id: raw['id'] }
}
