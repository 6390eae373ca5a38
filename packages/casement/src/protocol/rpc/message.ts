import type { WireCode } from '../errors.ts'

/** A JSON-RPC request id: a string or a safe integer (R-111: 0 is one). */
export type Id = string | number

/** A JSON-RPC error object. */
export interface RpcError {
  code: number
  message: string
  data?: unknown
}

/**
 * A parsed message from the other side. `noise` is not JSON-RPC and gets no response; `broken` claims to be JSON-RPC and gets an error
 * response if it has an id. Each side numbers its own requests, so `of` tells whose id it is.
 */
export type Incoming =
  | { kind: 'request'; id: Id; method: string; params: unknown }
  | { kind: 'note'; method: string; params: unknown }
  | { kind: 'reply'; id: Id; result: unknown }
  | { kind: 'failure'; id: Id; error: RpcError }
  | { kind: 'broken'; of: 'reply' | 'request'; id: Id | null; code: WireCode; why: string }
  | { kind: 'noise'; why: string }

/** True for an object that is not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses JSON text and returns any other value as it is. Undefined for text that is not JSON. */
export function parseMessage(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** Reads a message from a trusted sender: lenient, for objects and JSON text. It never throws. Hosts use `strictReader` instead. */
export function readMessage(raw: unknown): Incoming {
  const message = parseMessage(raw)
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') return { kind: 'noise', why: 'not JSON-RPC 2.0' }
  const { id, method, params, error } = message as { id: Id; method?: string; params?: unknown; error?: RpcError }
  if (method) return id == null ? { kind: 'note', method, params } : { kind: 'request', id, method, params }
  return error ? { kind: 'failure', id, error } : { kind: 'reply', id, result: message['result'] }
}
