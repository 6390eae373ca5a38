/** The database cannot be used at the moment. The request may be sent again; whether a write was stored is unknown. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** Seconds after which a retry is worthwhile. */
  readonly retryAfter: number

  constructor(reason: string, { retryAfter = 1, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(reason, { cause })
    this.retryAfter = retryAfter
  }
}

/** The database will not open, however often it is tried: the data is damaged, in use, or of a newer version. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused'
}

/** Whether a database can be used, and why not. */
export type DatabaseState = { readonly status: 'ready' } | { readonly status: 'unavailable'; readonly reason: string }

// Class 53: no disk space, memory or connections. Class 58: the operating system failed. 57P: the server is stopping or starting. 08: connection lost.
const TRANSIENT = /^(53|58|57P|08)/

/** Whether an SQLSTATE says that the database, not the statement, is at fault. */
export const isTransient = (code: string | undefined): boolean => code !== undefined && TRANSIENT.test(code)
