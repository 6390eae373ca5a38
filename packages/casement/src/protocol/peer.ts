import type { Channel } from './channel.ts'
import { CasementError, WireCode } from './errors.ts'
import { isRecord, readMessage, type Id, type Incoming, type RpcError } from './message.ts'
import type { Calls, Notes, Params, Result } from './method-types.ts'
import { platform, type Runtime, type Undo } from './runtime.ts'

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
  /** Milliseconds after which the call fails whatever progress was made. */
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
  sendProgress(progress: Progress): void
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
  request<M extends Calls<Out>>(method: M, params: Params<Out, M>, options?: RequestOptions): Promise<Result<Out, M>>
  /** Throws `SEND_FAILED` when the message cannot be posted. */
  notify<M extends Notes<Out>>(method: M, params: Params<Out, M>, transfer?: Transferable[]): void
  /** Answers a request. The latest handler of a method counts. */
  handle<M extends Calls<In>>(
    method: M,
    answer: (params: Params<In, M>, extra: HandlerExtra) => Result<In, M> | Promise<Result<In, M>>,
  ): Undo
  /** Hears a notification. All listeners of a method are called. */
  on<M extends Notes<In>>(method: M, hear: (params: Params<In, M>) => void): Undo
  /** Rejects everything that waits, with `CLOSED`, and closes the channel. */
  close(reason?: unknown): void
  readonly closed: AbortSignal
  /** How often each reason was reported. */
  readonly counts: Readonly<Partial<Record<PeerReport['reason'], number>>>
}

interface Waiting {
  resolve(result: unknown): void
  reject(failure: unknown): void
  progress(progress: Progress): void
  undo: Undo[]
}

const DEFAULT_TIMEOUT = 60_000

/** Speaks JSON-RPC 2.0 over a channel, in both directions at once. Nothing that arrives can make it throw. */
export function createPeer<Out, In>(channel: Channel, options: PeerOptions = {}): Peer<Out, In> {
  const { runtime = platform, read = readMessage } = options
  const { closed } = channel
  const waiting = new Map<Id, Waiting>()
  const serving = new Map<Id, AbortController>()
  const handlers = new Map<string, (params: never, extra: HandlerExtra) => unknown>()
  const listeners = new Map<string, Set<(params: never) => void>>()
  const counts: Partial<Record<PeerReport['reason'], number>> = {}
  let nextId = 1 // not 0: some peers test `if (id)`

  const report = (reason: PeerReport['reason'], why: string, error?: unknown): void => {
    counts[reason] = (counts[reason] ?? 0) + 1
    options.onreport?.({ reason, why, error })
  }

  /** Returns the error instead of throwing it: each caller has its own way to tell somebody. */
  const send = (message: object, transfer?: Transferable[]): CasementError | undefined => {
    try {
      channel.post({ jsonrpc: '2.0', ...message }, transfer)
      return undefined
    } catch (cause) {
      return new CasementError('SEND_FAILED', `Could not send: ${String(cause)}`, { cause })
    }
  }

  // The only door out of `waiting`. Reply, timeout, abort, failed send and close all leave through it, so none of them
  // can forget the timer or the map entry.
  const settle = (id: Id, outcome: { result: unknown } | { failure: unknown }): void => {
    const call = waiting.get(id)
    if (!call) return report('unknown-id', String(id))
    waiting.delete(id)
    for (const undo of call.undo) undo()
    if ('result' in outcome) call.resolve(outcome.result)
    else call.reject(outcome.failure)
  }

  const closedError = (): CasementError => new CasementError('CLOSED', 'The connection is closed', { cause: closed.reason })

  const request = (method: string, params: unknown, given: RequestOptions = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { signal, onprogress, maxTotalTimeout, timeout = options.timeoutFor?.(method) ?? DEFAULT_TIMEOUT } = given
      if (signal?.aborted) return reject(signal.reason)
      if (closed.aborted) return reject(closedError())
      const id = nextId++
      const giveUp = (failure: unknown): void => {
        send({ method: 'notifications/cancelled', params: { requestId: id, reason: String(failure) } })
        settle(id, { failure })
      }
      const expire = (ms: number): Undo =>
        runtime.after(ms, () => giveUp(new CasementError('TIMEOUT', `${method} got no reply in ${ms} ms`)))
      let disarm = expire(timeout)
      const undo: Undo[] = [() => disarm()]
      if (maxTotalTimeout) undo.push(expire(maxTotalTimeout))
      if (signal) {
        const abort = (): void => giveUp(signal.reason)
        signal.addEventListener('abort', abort)
        undo.push(() => signal.removeEventListener('abort', abort))
      }
      const progress = (update: Progress): void => {
        disarm()
        disarm = expire(timeout)
        onprogress?.(update)
      }
      waiting.set(id, { resolve, reject, progress, undo })
      if (onprogress) {
        const own = params as { _meta?: object } | undefined
        params = { ...own, _meta: { ...own?._meta, progressToken: id } }
      }
      const failure = send({ id, method, params }, given.transfer)
      if (failure) settle(id, { failure })
    })

  const refuse = (id: Id, code: number, message: string, data?: unknown): void =>
    void send({ id, error: { code, message, data } })

  const serve = async (id: Id, method: string, params: unknown): Promise<void> => {
    const abort = new AbortController()
    const { signal } = abort
    serving.set(id, abort)
    const progressToken = (params as { _meta?: { progressToken?: Id } } | undefined)?._meta?.progressToken
    const extra: HandlerExtra = {
      requestId: id,
      signal,
      sendProgress(progress) {
        if (progressToken !== undefined) send({ method: 'notifications/progress', params: { ...progress, progressToken } })
      },
    }
    try {
      const handler = handlers.get(method)
      const result = await (handler ? handler(params as never, extra) : options.fallback?.(method, params, extra))
      if (signal.aborted) return // nobody waits for it any more
      if (!handler && result === undefined) {
        report('unhandled', method)
        return refuse(id, WireCode.MethodNotFound, `Method not found: ${method}`)
      }
      const failure = send({ id, result: result ?? {} })
      if (failure) throw failure
    } catch (error) {
      if (signal.aborted) return
      // What a handler throws may hold what the other side must not see: only an error made for the wire crosses it.
      const wire = CasementError.is(error) ? error.wire : undefined
      if (!wire) report('handler-failed', method, error)
      refuse(id, wire?.code ?? WireCode.InternalError, wire ? (error as Error).message : 'Internal error', wire?.data)
    } finally {
      serving.delete(id)
    }
  }

  const hear = (method: string, params: unknown): void => {
    const about: Record<string, unknown> = isRecord(params) ? params : {}
    if (method === 'notifications/cancelled') return serving.get(about['requestId'] as Id)?.abort(about['reason'])
    if (method === 'notifications/progress')
      return waiting.get(about['progressToken'] as Id)?.progress(about as unknown as Progress)
    const hearing = listeners.get(method)
    if (!hearing?.size) return report('unhandled', method)
    for (const listener of hearing) {
      try {
        listener(params as never)
      } catch (error) {
        report('handler-failed', method, error)
      }
    }
  }

  const stop = channel.listen((raw) => {
    const message = read(raw, serving)
    switch (message.kind) {
      case 'request':
        if (message.method === 'ping') send({ id: message.id, result: {} })
        else void serve(message.id, message.method, message.params)
        return
      case 'note':
        return hear(message.method, message.params)
      case 'reply':
        return settle(message.id, { result: message.result })
      case 'failure':
        return settle(message.id, { failure: remoteError(message.error) })
      case 'broken':
        report('broken', message.why)
        if (message.id === null) return
        // A broken reply fails its caller at once: waiting for the deadline would hide the reason.
        if (message.of === 'reply') settle(message.id, { failure: new CasementError('INVALID_MESSAGE', message.why) })
        else refuse(message.id, message.code, message.why)
        return
      case 'noise':
        report('noise', message.why)
    }
  })
  closed.addEventListener('abort', () => {
    stop()
    for (const abort of serving.values()) abort.abort(closed.reason)
    for (const id of waiting.keys()) settle(id, { failure: closedError() })
  })

  return {
    counts,
    closed,
    request: request as Peer<Out, In>['request'],
    notify(method, params, transfer) {
      const failure = send({ method, params }, transfer)
      if (failure) throw failure
    },
    handle(method, answer) {
      const handler = answer as (params: never, extra: HandlerExtra) => unknown
      handlers.set(method, handler)
      return () => {
        if (handlers.get(method) === handler) handlers.delete(method)
      }
    },
    on(method, listener) {
      const hearing = listeners.get(method) ?? new Set()
      listeners.set(method, hearing)
      hearing.add(listener)
      return () => void hearing.delete(listener)
    },
    close: (reason) => channel.close(reason),
  }
}

const remoteError = ({ code, message, data }: RpcError): CasementError =>
  new CasementError(code === WireCode.MethodNotFound ? 'UNSUPPORTED' : 'REMOTE', message, { wire: { code, data } })
