import { CasementError, type CasementErrorCode } from 'casement/protocol'

// The MCP SDK 2.x tests `instanceof` by brands under this symbol, so that an error of one copy is one of every copy.
const BRANDS = Symbol.for('mcp.sdk.errorBrands')

/** An error with which the other side responded. It is an instance of the SDK's `ProtocolError` as well. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  /** The JSON-RPC code. */
  readonly code: number
  readonly data: unknown
  declare readonly [BRANDS]: ReadonlySet<string>

  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.data = data
    Object.defineProperty(this, BRANDS, { value: new Set(['mcp.ProtocolError']) })
  }
}

/** Whether an error is a `ProtocolError` of this package or of the SDK, in whichever copy. */
export function isProtocolError(error: unknown): boolean {
  if (!(error instanceof Error) || !(BRANDS in error)) return false
  return error[BRANDS] instanceof Set && error[BRANDS].has('mcp.ProtocolError')
}

/** A failure on this side, such as a timeout. It is an instance of the SDK's `SdkError` as well. */
export class SdkError extends Error {
  override readonly name = 'SdkError'
  readonly code: string
  declare readonly [BRANDS]: ReadonlySet<string>

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    Object.defineProperty(this, BRANDS, { value: new Set(['mcp.SdkError']) })
  }
}

/** The code that the SDK has for an error of Casement. All others keep their own. */
const SDK_CODES: Partial<Record<CasementErrorCode, string>> = {
  TIMEOUT: 'REQUEST_TIMEOUT',
  CLOSED: 'CONNECTION_CLOSED',
}

/**
 * The error that the SDK would throw in place of one of Casement, which is its `cause`. Any other error is returned as it is. The
 * reason of an aborted signal need not be an error; it becomes one, because callers read its message.
 */
export function toSdkError(error: unknown): unknown {
  if (!(error instanceof Error)) return new SdkError('REQUEST_TIMEOUT', String(error), { cause: error })
  if (!CasementError.is(error)) return error
  const { wire, code, message } = error
  return wire
    ? new ProtocolError(wire.code, message, wire.data, { cause: error })
    : new SdkError(SDK_CODES[code] ?? code, message, { cause: error })
}
