// The codes that cross the wire, each by itself: whoever needs one or two should not carry the table.

/** The text was not JSON. */
export const PARSE_ERROR = -32700
/** It was no message of JSON-RPC. */
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** Implementation-defined; the specification's own examples use it for a refusal. */
export const DENIED = -32000

/** Codes that cross the wire. Everything else a caller can see is a string code on CasementError. */
export const WireCode = {
  ParseError: PARSE_ERROR,
  InvalidRequest: INVALID_REQUEST,
  MethodNotFound: METHOD_NOT_FOUND,
  InvalidParams: INVALID_PARAMS,
  InternalError: INTERNAL_ERROR,
  Denied: DENIED,
} as const
export type WireCode = (typeof WireCode)[keyof typeof WireCode]

/**
 * What went wrong, for code to branch on:
 * `TIMEOUT` no reply before the deadline · `CLOSED` the other side is gone · `SEND_FAILED` the message could not be posted ·
 * `DENIED` the host, its policy or the user said no · `UNSUPPORTED` the other side does not know the method ·
 * `REMOTE` it answered with another error · `REJECTED` the host refused the handshake ·
 * `INVALID_ARGUMENT` the caller passed something wrong · `INVALID_MESSAGE` the bytes were not what they claimed to be ·
 * `OVER_BUDGET` a limit on size, rate or calls in flight was reached · `NOT_SHOWN` a View could not be shown; the error has its `diagnosis` ·
 * `INVALID_METADATA` a server declared a tool or a View that no host could use; the `cause` names field and fix ·
 * `NOT_LOADED` a part of this package that is loaded when it is needed could not be fetched; nothing was done.
 */
export type CasementErrorCode =
  | 'TIMEOUT'
  | 'CLOSED'
  | 'SEND_FAILED'
  | 'DENIED'
  | 'UNSUPPORTED'
  | 'REMOTE'
  | 'REJECTED'
  | 'INVALID_ARGUMENT'
  | 'INVALID_MESSAGE'
  | 'OVER_BUDGET'
  | 'NOT_SHOWN'
  | 'INVALID_METADATA'
  | 'NOT_LOADED'

/** The JSON-RPC half of an error that crossed, or is to cross, the wire. */
export interface WireError {
  readonly code: number
  readonly data?: unknown
}

/** The one error class of Casement: a stable code, a message that says what to do, and the cause. */
export class CasementError extends Error {
  override readonly name = 'CasementError'
  declare readonly code: CasementErrorCode
  /** Present when the other side answered with a JSON-RPC error, or when a handler chose what to answer. */
  declare readonly wire: WireError | undefined

  constructor(code: CasementErrorCode, message: string, options: { cause?: unknown; wire?: WireError } = {}) {
    super(message, options)
    this.code = code
    this.wire = options.wire
  }

  /**
   * True for our errors, with a code only for that code. By name, because two copies of this file can meet in one page (a host
   * and a library that bundled its own, or a same-origin frame), and `instanceof` is false between them.
   */
  static is(value: unknown, code?: CasementErrorCode): value is CasementError {
    const isOurs = (value as Error | undefined)?.name === 'CasementError'
    return isOurs && (!code || (value as CasementError).code === code)
  }
}
