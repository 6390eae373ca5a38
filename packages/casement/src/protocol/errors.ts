// Separate constants, because a bundle that needs one or two of them should not contain the table below.

/** The text is not JSON. */
export const PARSE_ERROR = -32700
/** The message is not valid JSON-RPC. */
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** Implementation-defined. The examples in the specification use it for a refusal. */
export const DENIED = -32000

/** The JSON-RPC error codes that are sent. Callers branch on the string codes of `CasementError`. */
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
 * The stable code of an error:
 * `TIMEOUT` no response before the deadline · `CLOSED` the connection is closed · `SEND_FAILED` the message could not be posted ·
 * `DENIED` the host, its policy or the user refused · `UNSUPPORTED` the other side does not support the method ·
 * `REMOTE` the other side responded with another error · `REJECTED` the host refused the handshake ·
 * `INVALID_ARGUMENT` the caller passed an invalid value · `INVALID_MESSAGE` a message or text has an invalid format ·
 * `OVER_BUDGET` a limit on size, rate or concurrent requests was exceeded · `NOT_SHOWN` a View could not be shown; the error has its `diagnosis` ·
 * `INVALID_METADATA` a server declared a tool or a View that no host could use; the `cause` names the field and the fix ·
 * `NOT_LOADED` a lazy-loaded chunk of this package could not be loaded; nothing was done.
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

/** The JSON-RPC code and data of an error that was received, or is to be sent. */
export interface WireError {
  readonly code: number
  readonly data?: unknown
}

/**
 * The JSON-RPC error that a handler chose by the error it threw: a `CasementError` with `wire`, or any error with an integer `code`
 * of its own, such as those of the MCP SDK. Undefined for every other error, which may contain data that the other side must not see.
 */
export function chosenError(error: unknown): (WireError & { readonly message: string }) | undefined {
  const chosen = CasementError.is(error) ? error.wire : (error as WireError | undefined)
  // `code` of a DOMException is inherited, and no JSON-RPC code.
  if (!chosen || !Object.hasOwn(chosen, 'code') || !Number.isSafeInteger(chosen.code)) return undefined
  const { message = 'Error' } = error as { message?: unknown }
  // SDK v1 repeats the code in its messages.
  return { code: chosen.code, message: String(message).replace(/^MCP error -?\d+: /, ''), data: chosen.data }
}

/** The error class of Casement: a stable code, a message that states the problem and the fix, and the cause. */
export class CasementError extends Error {
  override readonly name = 'CasementError'
  declare readonly code: CasementErrorCode
  /** Set if the other side responded with a JSON-RPC error, or if a handler chose the error to respond with. */
  declare readonly wire: WireError | undefined

  constructor(code: CasementErrorCode, message: string, options: { cause?: unknown; wire?: WireError } = {}) {
    super(message, options)
    this.code = code
    this.wire = options.wire
  }

  /**
   * True for a `CasementError`, of this code if one is given. It compares names, because a page can contain two copies of this class
   * (a library that bundled its own, or a same-origin frame), and `instanceof` is false between them.
   */
  static is(value: unknown, code?: CasementErrorCode): value is CasementError {
    const isOurs = (value as Error | undefined)?.name === 'CasementError'
    return isOurs && (!code || (value as CasementError).code === code)
  }
}
