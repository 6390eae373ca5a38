import { CasementError, METHOD_NOT_FOUND } from '../errors.ts'
import type { Runtime, Unsubscribe } from '../runtime.ts'
import type { Id, Incoming, RpcError } from './message.ts'
import type { PeerOptions, PeerReport, Progress, RequestOptions } from './peer-types.ts'

/** A message to the other side. */
export interface Outgoing {
  readonly jsonrpc: '2.0'
  readonly id?: Id
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: RpcError
}

/** The `_meta` that the params of any request may have. */
export type WithMeta = { _meta?: { progressToken?: Id } } | undefined

/** A response to a request of ours; an invalid one fails its request at once, because waiting for the deadline would hide the reason. */
export type Response =
  | Extract<Incoming, { kind: 'reply' | 'failure' }>
  | (Extract<Incoming, { kind: 'broken' }> & { readonly id: Id })

/** The dependencies of `PendingRequests`. */
export interface PendingRequestsOptions {
  readonly runtime: Runtime
  readonly timeoutFor: PeerOptions['timeoutFor']
  /** Posts a message; throws when it cannot be sent. */
  readonly post: (message: Outgoing, transfer?: Transferable[]) => void
  /** Posts a message and reports a failure instead of throwing. */
  readonly tryPost: (message: Outgoing) => void
  readonly report: (reason: PeerReport['reason'], why: string) => void
}

interface Pending {
  resolve(result: unknown): void
  reject(error: unknown): void
  readonly method: string
  readonly startedAt: number
  /** Progress extends it. */
  deadline: number
  onprogress?: (progress: Progress) => void
  removeAbortListener?: Unsubscribe
}

const DEFAULT_TIMEOUT = 60_000

/** The requests of one side that have no response yet. */
export class PendingRequests {
  readonly #options: PendingRequestsOptions
  readonly #pending = new Map<Id, Pending>()
  #lastId = 0 // the first id is 1, because some peers test `if (id)`
  // One timer for all requests, set for the earliest deadline: a timer per request costs as much as the rest of the request.
  #nextAlarm = Infinity
  #cancelAlarm: Unsubscribe | undefined

  constructor(options: PendingRequestsOptions) {
    this.#options = options
  }

  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { runtime, timeoutFor, post } = this.#options
    return new Promise((resolve, reject) => {
      const { signal, onprogress, timeout = timeoutFor?.(method) ?? DEFAULT_TIMEOUT, maxTotalTimeout = 10 * timeout } = options
      signal?.throwIfAborted()
      const id = ++this.#lastId
      const startedAt = runtime.now()
      const pending: Pending = { resolve, reject, method, startedAt, deadline: startedAt + Math.min(timeout, maxTotalTimeout) }
      if (signal) {
        const abort = (): void => this.#cancel(id, signal.reason)
        signal.addEventListener('abort', abort)
        pending.removeAbortListener = () => signal.removeEventListener('abort', abort)
      }
      if (onprogress) {
        pending.onprogress = (progress) => {
          pending.deadline = Math.min(runtime.now() + timeout, startedAt + maxTotalTimeout)
          onprogress(progress)
        }
        params = { ...(params as WithMeta), _meta: { ...(params as WithMeta)?._meta, progressToken: id } }
      }
      this.#pending.set(id, pending)
      if (pending.deadline < this.#nextAlarm) this.#setAlarm(pending.deadline)
      try {
        post({ jsonrpc: '2.0', id, method, params }, options.transfer)
      } catch (error) {
        this.#settle(id, 'reject', error)
      }
    })
  }

  receive(response: Response): void {
    const { id } = response
    if (response.kind === 'reply') this.#settle(id, 'resolve', response.result)
    else if (response.kind === 'failure') this.#settle(id, 'reject', remoteError(response.error))
    else this.#settle(id, 'reject', new CasementError('INVALID_MESSAGE', response.why))
  }

  progress(token: Id | undefined, progress: Progress): void {
    if (token !== undefined) this.#pending.get(token)?.onprogress?.(progress)
  }

  /** Rejects every request with `CLOSED`. */
  close(reason: unknown): void {
    for (const id of this.#pending.keys())
      this.#settle(
        id,
        'reject',
        new CasementError('CLOSED', 'The connection was closed before the response arrived', { cause: reason }),
      )
  }

  // The only code that removes entries from #pending. Response, timeout, abort, failed send and close all go through it, so none
  // of them can leak the timer or the map entry.
  #settle(id: Id, outcome: 'resolve' | 'reject', value: unknown): void {
    const pending = this.#pending.get(id)
    if (!pending) return this.#options.report('unknown-id', String(id))
    this.#pending.delete(id)
    pending.removeAbortListener?.()
    pending[outcome](value)
    // Deferred, because the next request often follows at once.
    if (this.#pending.size === 0) void Promise.resolve().then(() => this.#pending.size === 0 && this.#setAlarm(Infinity))
  }

  #cancel(id: Id, error: unknown): void {
    this.#options.tryPost({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: String(error) },
    })
    this.#settle(id, 'reject', error)
  }

  #setAlarm(at: number): void {
    const { runtime } = this.#options
    this.#cancelAlarm?.()
    this.#nextAlarm = at
    this.#cancelAlarm = at < Infinity ? runtime.after(at - runtime.now(), () => this.#expire()) : undefined
  }

  #expire(): void {
    const now = this.#options.runtime.now()
    let next = Infinity
    for (const [id, { method, startedAt, deadline }] of this.#pending) {
      const message = `${method} timed out: no response within ${Math.round(now - startedAt)} ms`
      if (deadline > now) next = Math.min(next, deadline)
      else this.#cancel(id, new CasementError('TIMEOUT', message))
    }
    this.#setAlarm(next)
  }
}

const remoteError = ({ code, message, data }: RpcError): CasementError =>
  new CasementError(code === METHOD_NOT_FOUND ? 'UNSUPPORTED' : 'REMOTE', message, { wire: { code, data } })
