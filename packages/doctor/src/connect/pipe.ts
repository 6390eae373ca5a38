import type { Fields } from '../static/fields.ts'

/**
 * A connection to a server for JSON-RPC messages. A `Listener` receives the responses unchanged, so that the checks find their
 * faults.
 */
export interface Pipe {
  /** True when a server was started for it. */
  readonly isProcess: boolean
  /** Resolves when the message was delivered and its immediate responses were received. Rejects if it cannot be delivered. */
  send(message: Fields, signal: AbortSignal): Promise<void>
  /** The negotiated MCP generation, for pipes that must send it with every message. */
  agree(version: string): void
  /** The details of an unanswered request. */
  waiting?(): FailureDetails | undefined
  close(): Promise<void>
}

/** The listeners of a server's messages. */
export interface Listener {
  readonly receive: (message: Fields) => void
  /** Received something that is not a message. */
  readonly noise: (text: string) => void
  /** The pipe is closed. */
  readonly ended: (reason: Error) => void
}

/** An error as a server or the way to it gave it, with its code. */
export const failure = (message: string, code?: number | string): Error =>
  code === undefined ? new Error(message) : Object.assign(new Error(message), { code })

/** The details of a failed connection besides its message. */
export type FailureDetails =
  | { readonly kind: 'spawn'; readonly code: string | undefined }
  /** The process, alive or not, with the end of what it wrote. */
  | { readonly kind: 'process'; readonly hasEnded: boolean; readonly output: string }
  | { readonly kind: 'status'; readonly status: number; readonly text: string }
  | { readonly kind: 'redirect' | 'html' | 'not-json' | 'content-type' | 'unmatched' | 'silent-stream' | 'refused' }

/** An error with its details. */
export const withDetails = (error: Error, details: FailureDetails): Error => Object.assign(error, { details })
