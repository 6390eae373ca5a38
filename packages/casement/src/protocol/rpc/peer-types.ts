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

/** The context of a request, passed to its handler after the params. */
export interface HandlerExtra {
  readonly requestId: Id
  /** Ports that were transferred with the request. The handler owns them: it keeps them or closes them. */
  readonly ports?: readonly MessagePort[]
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

/** Parses one raw message. `active` are the requests that are being handled, so that a reader can limit their number. */
export type Reader = (raw: unknown, active: ReadonlyMap<Id, unknown>) => Incoming

/** Options of a peer. All have defaults. */
export interface PeerOptions<Out = unknown, In = unknown> {
  /** Registers handlers before the peer receives its first message. */
  setup?: (peer: Peer<Out, In>) => void
  runtime?: Runtime
  /** The deadline of a request in ms, where the caller names none. Default 60 s for each. */
  timeoutFor?: (method: string) => number | undefined
  /** Default `readMessage`. A side that does not trust the other takes `strictReader`. */
  read?: Reader
  /** Handles requests that have no handler of their own; undefined responds with `Method not found`. */
  fallback?: ((method: string, params: unknown, extra: HandlerExtra) => unknown) | undefined
  /** Called for every message that was dropped or refused, with the reason. */
  onreport?: (report: PeerReport) => void
}

/** One end of a connection. Swap the two tables to type the other end. */
export interface Peer<Out, In> {
  request<M extends RequestMethod<Out>>(method: M, params: Params<Out, M>, options?: RequestOptions): Promise<Result<Out, M>>
  /** Throws `SEND_FAILED` when the message cannot be posted, `CLOSED` when there is nobody to post it to. */
  notify<M extends NotificationMethod<Out>>(method: M, params: Params<Out, M>, transfer?: Transferable[]): void
  /** Handles a request. The latest handler of a method counts. */
  handle<M extends RequestMethod<In>>(
    method: M,
    handler: (params: Params<In, M>, extra: HandlerExtra) => Result<In, M> | Promise<Result<In, M>>,
  ): Unsubscribe
  /** Listens to a notification, and to the ports that were transferred with it. All listeners of a method are called. */
  on<M extends NotificationMethod<In>>(
    method: M,
    listener: (params: Params<In, M>, ports: readonly MessagePort[]) => void,
  ): Unsubscribe
  /** Rejects every pending request with `CLOSED` and closes the channel. */
  close(reason?: unknown): void
  readonly closed: AbortSignal
  /** How often each reason was reported. */
  readonly counts: Readonly<Partial<Record<PeerReport['reason'], number>>>
}
