import type { Id, Incoming } from './message.ts'
import type { RequestMethod, NotificationMethod, Params, Result } from '../method-types.ts'
import type { Runtime, Unsubscribe } from '../runtime.ts'

/** How far a long call has come. */
export interface Progress {
  progress: number
  total?: number
  message?: string
}

/** What a caller may say about one request. The names are those of the MCP SDK. */
export interface RequestOptions {
  /** Gives up when aborted, and tells the other side. */
  signal?: AbortSignal
  /** Milliseconds without a reply or progress before the call fails. */
  timeout?: number
  /** Milliseconds after which the call fails whatever progress was made. Default ten times `timeout`. */
  maxTotalTimeout?: number
  /** Asks the other side for progress; each report also restarts `timeout`. */
  onprogress?: (progress: Progress) => void
  /** Objects whose ownership goes with the message, where the channel can carry them. */
  transfer?: Transferable[]
}

/** What a handler is told besides the params. */
export interface HandlerExtra {
  readonly requestId: Id
  /** Aborts when the caller cancels or the channel closes. */
  readonly signal: AbortSignal
  /** Reports progress, if the caller asked for it. */
  readonly sendProgress: (progress: Progress) => void
}

/** Why a message was not acted on, or a failure nobody is waiting for. */
export interface PeerReport {
  readonly reason: 'noise' | 'broken' | 'unknown-id' | 'unhandled' | 'handler-failed' | 'send-failed'
  readonly why: string
  readonly error?: unknown
}

/** Reads one raw message. It is told which requests are being served, so that it can refuse one more. */
export type Reader = (raw: unknown, serving: ReadonlyMap<Id, unknown>) => Incoming

/** Everything a peer can be told. All of it has a default. */
export interface PeerOptions {
  runtime?: Runtime
  /** The deadline of a request in ms, where the caller names none. Default 60 s for each. */
  timeoutFor?: (method: string) => number | undefined
  /** Default `readMessage`. A side that does not trust the other takes `strictReader`. */
  read?: Reader
  /** Answers requests that have no handler; undefined means that it does not know them either. */
  fallback?: (method: string, params: unknown, extra: HandlerExtra) => unknown
  /** Hears of every message that was dropped or refused, with the reason. */
  onreport?: (report: PeerReport) => void
}

/** One end of the wire. Swap the two tables and you have typed the other end. */
export interface Peer<Out, In> {
  request<M extends RequestMethod<Out>>(method: M, params: Params<Out, M>, options?: RequestOptions): Promise<Result<Out, M>>
  /** Throws `SEND_FAILED` when the message cannot be posted, `CLOSED` when there is nobody to post it to. */
  notify<M extends NotificationMethod<Out>>(method: M, params: Params<Out, M>, transfer?: Transferable[]): void
  /** Answers a request. The latest handler of a method counts. */
  handle<M extends RequestMethod<In>>(
    method: M,
    answer: (params: Params<In, M>, extra: HandlerExtra) => Result<In, M> | Promise<Result<In, M>>,
  ): Unsubscribe
  /** Hears a notification. All listeners of a method are called. */
  on<M extends NotificationMethod<In>>(method: M, hear: (params: Params<In, M>) => void): Unsubscribe
  /** Rejects everything that waits, with `CLOSED`, and closes the channel. */
  close(reason?: unknown): void
  readonly closed: AbortSignal
  /** How often each reason was reported. */
  readonly counts: Readonly<Partial<Record<PeerReport['reason'], number>>>
}
