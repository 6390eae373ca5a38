import type { Fields } from '../static/fields.ts'

/** A way to a server for JSON-RPC messages. What comes back is handed to a `Listener` as it came: what is wrong with it is ours to find. */
export interface Pipe {
  /** True when a server was started for it. */
  readonly isProcess: boolean
  /** Resolves when the message was delivered and what it brings at once has been heard. Rejects when it cannot be delivered. */
  send(message: Fields, signal: AbortSignal): Promise<void>
  /** Which era was agreed on, for pipes that must say so with every message. */
  agree(version: string): void
  close(): Promise<void>
}

/** Who is told what a server says. */
export interface Listener {
  readonly hear: (message: Fields) => void
  /** Something came that is no message. */
  readonly noise: (text: string) => void
  /** No more will come. */
  readonly ended: (reason: Error) => void
}

/** An error as a server or the way to it gave it, with its code. */
export const failure = (message: string, code?: number | string): Error =>
  code === undefined ? new Error(message) : Object.assign(new Error(message), { code })
