import { INVALID_PARAMS, INVALID_REQUEST, type WireCode } from '../errors.ts'
import { isRecord, type Id, type Incoming } from './message.ts'

// Ids and method names are kept and quoted in answers, so they must not be a way to make a host hold or send megabytes.
const MAX_NAME = 256

/** True for what a request may be numbered with (R-111: 0 is fine). */
const isId = (value: unknown): value is Id => (typeof value === 'string' ? value.length <= MAX_NAME : Number.isSafeInteger(value))

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= MAX_NAME

type Broken = Extract<Incoming, { kind: 'broken' }>

/** A message that is refused, with the reason. */
export const broken = (of: Broken['of'], id: unknown, why: string, code: WireCode = INVALID_REQUEST): Broken => ({
  kind: 'broken',
  of,
  id: isId(id) ? id : null,
  code,
  why,
})

/** Sorts a parsed message by JSON-RPC 2.0 as MCP narrows it: no batches, params and results are objects. */
export function sortMessage(message: unknown): Incoming {
  if (Array.isArray(message)) return broken('request', null, 'A batch: send the messages one by one')
  if (!isRecord(message)) return { kind: 'noise', why: 'not JSON-RPC 2.0' }
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0') {
    if (typeof method !== 'string' || !isId(id)) return { kind: 'noise', why: 'not JSON-RPC 2.0' }
    return broken('request', id, 'The member jsonrpc must be "2.0"')
  }
  if (method === undefined) return sortReply(message)
  if (id !== undefined && !isId(id)) return broken('request', null, 'An id must be a short string or an integer')
  if (!isName(method)) return broken('request', id, 'A method must be a short string')
  if ('result' in message || 'error' in message) return broken('request', id, 'Both a method and a result or an error')
  if (params !== undefined && !isRecord(params))
    return broken('request', id, `Invalid params for ${method}: they must be an object`, INVALID_PARAMS)
  return id === undefined ? { kind: 'note', method, params } : { kind: 'request', id, method, params }
}

function sortReply({ id, result, error }: Record<string, unknown>): Incoming {
  if (!isId(id)) return broken('reply', null, 'Neither a method nor the id of a request')
  if (result !== undefined && error !== undefined) return broken('reply', id, 'Both a result and an error')
  if (isRecord(result)) return { kind: 'reply', id, result }
  if (!isRecord(error)) return broken('reply', id, 'Neither a result nor an error that is an object')
  const { code, message, data } = error
  if (!Number.isSafeInteger(code) || typeof message !== 'string') return broken('reply', id, 'An error without code and message')
  return { kind: 'failure', id, error: { code: code as number, message, data } }
}

// As `createPeer` and `portChannel` write it. Other text keeps its id to itself until it is parsed.
const HEAD = /^\{"jsonrpc":"2\.0","id":(?:(\d{1,15})|"([^"\\]{1,128})"),"(method|result|error)"/

/** Who sent it, read from the outside: for a message that is refused without being parsed or walked. */
export function peekSender(raw: unknown): { of: Broken['of']; id: Id | null } {
  if (typeof raw === 'string') {
    const [, number, text, member] = HEAD.exec(raw.slice(0, 200)) ?? []
    return {
      of: member === 'method' || !member ? 'request' : 'reply',
      id: number === undefined ? (text ?? null) : Number(number),
    }
  }
  if (!isRecord(raw)) return { of: 'request', id: null }
  return { of: 'method' in raw ? 'request' : 'reply', id: isId(raw['id']) ? raw['id'] : null }
}
