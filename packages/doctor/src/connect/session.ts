import type { Fields } from '../static/fields.ts'

/** A connection to the server that is examined. */
export interface Session {
  readonly era: string
  readonly protocolVersion: string | undefined
  readonly info: Fields
  readonly capabilities: Fields
  /** The received data that is not a message, so far. */
  readonly noise?: readonly string[]
  /** Sends a request and returns the raw result, which the checks validate. */
  request(method: string, params: Fields, timeout: number): Promise<unknown>
  close(): Promise<void>
}
