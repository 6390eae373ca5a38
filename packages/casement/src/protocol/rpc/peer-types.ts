import type { CasementError } from '../errors.ts'
import type { Id, Incoming } from './message.ts'
import type { RequestMethod, NotificationMethod, Params, Result } from '../method-types.ts'
import type { Runtime, Unsubscribe } from '../runtime.ts'

/** The progress of a long-running request. */
export interface Progress {
  progress: number
  total?: number
  message?: string
}

/** Options of one request. The names are those of the MCP SDK. */
export interface RequestOptions {
  /** Cancels the request, and notifies the other side. */
  signal?: AbortSignal
  /** Milliseconds without a response or progress before the request fails. */
  timeout?: number
  /** Milliseconds before the request fails in spite of progress. Default ten times `timeout`. */
  maxTotalTimeout?: number
  /** Requests progress notifications from the other side. Each one restarts `timeout`. */
  onprogress?: (progress: Progress) => void
  /** Objects to transfer with the message, if the channel supports it. */
  transfer?: Transferable[]
}

/** The context of a request, passed to its handler after the params. */
export interface HandlerExtra {
  readonly requestId: Id
  /** Ports that were transferred with the request. The handler owns them and must close those that it does not use. */
  readonly ports?: readonly MessagePort[]
  /** Aborts when the caller cancels or the channel closes. */
  readonly signal: AbortSignal
  /** Reports progress, if the caller asked for it. */
  readonly sendProgress: (progress: Progress) => void
}

/** The reason that a message was dropped or refused, or a failure that no caller receives. */
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
  /** The timeout in ms of a request whose caller sets none. Default 60 s. */
  timeoutFor?: (method: string) => number | undefined
  /** Default `readMessage`. For an untrusted sender, pass `strictReader()`. */
  read?: Reader
  /** Handles requests that have no handler of their own; undefined responds with `Method not found`. */
  fallback?: ((method: string, params: unknown, extra: HandlerExtra) => unknown) | undefined
  /** Called for every notification, before its listeners. True if it has been handled. */
  onnotification?: ((method: string, params: unknown) => boolean) | undefined
  /**
   * Sends the message of every error that a handler throws. By default only errors with a JSON-RPC code of their own are sent, and
   * the other side receives "Internal error" for the rest.
   */
  exposeErrors?: boolean | undefined
  /** Called for every message that was dropped or refused, with the reason. */
  onreport?: (report: PeerReport) => void
}

/** One end of a connection. Swap the two tables to type the other end. */
export interface Peer<Out, In> {
  request<M extends RequestMethod<Out>>(method: M, params: Params<Out, M>, options?: RequestOptions): Promise<Result<Out, M>>
  /** Throws `SEND_FAILED` if the message cannot be posted, and `CLOSED` if the connection is closed. */
  notify<M extends NotificationMethod<Out>>(method: M, params: Params<Out, M>, transfer?: Transferable[]): void
  /** Registers the handler of a request. It replaces an earlier one for the same method. */
  handle<M extends RequestMethod<In>>(
    method: M,
    handler: (params: Params<In, M>, extra: HandlerExtra) => Result<In, M> | Promise<Result<In, M>>,
  ): Unsubscribe
  /** Adds a listener for a notification. It also receives the ports that were transferred with it. */
  on<M extends NotificationMethod<In>>(
    method: M,
    listener: (params: Params<In, M>, ports: readonly MessagePort[]) => void,
  ): Unsubscribe
  /** Rejects every pending request with `CLOSED` and closes the channel. */
  close(reason?: unknown): void
  /** Responds to every request that is being handled with an error, and aborts it. */
  refuseActive(error: CasementError): void
  readonly closed: AbortSignal
  /** How often each reason was reported. */
  readonly counts: Readonly<Partial<Record<PeerReport['reason'], number>>>
}
