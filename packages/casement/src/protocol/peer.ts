import type { Channel } from './channel.ts'
import { CasementError, type WireCode } from './errors.ts'
import { readMessage, type Id, type Incoming, type RpcError } from './message.ts'
import type { HandlerExtra, Peer, PeerOptions, PeerReport, Progress, RequestOptions } from './peer-types.ts'
import { platform, type Undo } from './runtime.ts'

export type { HandlerExtra, Peer, PeerOptions, PeerReport, Progress, Reader, RequestOptions } from './peer-types.ts'

// Of the codes only these two, checked against the table by their types: a View should not carry all of it.
const METHOD_NOT_FOUND: typeof WireCode.MethodNotFound = -32601
const INTERNAL_ERROR: typeof WireCode.InternalError = -32603

interface Waiting {
  resolve(result: unknown): void
  reject(failure: unknown): void
  readonly method: string
  readonly since: number
  /** The deadline, which progress puts off. */
  until: number
  progress?: (update: Progress) => void
  /** Lets go of the signal. */
  release?: Undo
}

/** Speaks JSON-RPC 2.0 over a channel, in both directions at once. Nothing that arrives can make it throw. */
export function createPeer<Out, In>(channel: Channel, options: PeerOptions = {}): Peer<Out, In> {
  const { runtime = platform, read = readMessage, timeoutFor, fallback, onreport } = options
  const { closed } = channel
  const waiting = new Map<Id, Waiting>()
  const serving = new Map<Id, Extra>()
  const handlers = new Map<string, (params: never, extra: HandlerExtra) => unknown>([['ping', () => ({})]])
  const listeners = new Map<string, Set<(params: never) => void>>()
  const counts: Partial<Record<PeerReport['reason'], number>> = {}
  let lastId = 0 // the first is 1: some peers test `if (id)`

  const report = (reason: PeerReport['reason'], why: string, error?: unknown): void => {
    counts[reason] = (counts[reason] ?? 0) + 1
    onreport?.({ reason, why, error })
  }

  // Messages are written out where they are made: to spread one into another costs as much as to copy it.
  const post = (message: Outgoing, transfer?: Transferable[]): void => {
    try {
      channel.post(message, transfer)
    } catch (cause) {
      throw new CasementError(closed.aborted ? 'CLOSED' : 'SEND_FAILED', `Could not send: ${String(cause)}`, { cause })
    }
  }

  /** Posts what nobody waits for. */
  const tell = (message: Outgoing): void => {
    try {
      post(message)
    } catch (error) {
      report('send-failed', String(error), error)
    }
  }

  // One timer for all calls, set for the earliest deadline: one for each would cost as much as the rest of a call.
  let alarm = Infinity
  let disarm: Undo | undefined
  const setAlarm = (at: number): void => {
    disarm?.()
    alarm = at
    disarm = at < Infinity ? runtime.after(at - runtime.now(), expire) : undefined
  }

  const expire = (): void => {
    const now = runtime.now()
    let next = Infinity
    for (const [id, { method, since, until }] of waiting)
      if (until > now) next = Math.min(next, until)
      else giveUp(id, new CasementError('TIMEOUT', `${method} got no reply in ${Math.round(now - since)} ms`))
    setAlarm(next)
  }

  const rest = (): void => {
    if (!waiting.size) setAlarm(Infinity)
  }

  // The only door out of `waiting`. Reply, timeout, abort, failed send and close all leave through it, so none of them
  // can forget the timer or the map entry.
  const settle = (id: Id, how: 'resolve' | 'reject', value: unknown): void => {
    const call = waiting.get(id)
    if (!call) return report('unknown-id', String(id))
    waiting.delete(id)
    call.release?.()
    call[how](value)
    if (!waiting.size) void Promise.resolve().then(rest) // later, because the next call often follows at once
  }

  const giveUp = (id: Id, failure: unknown): void => {
    tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: String(failure) } })
    settle(id, 'reject', failure)
  }

  const request = (method: string, params: unknown, given: RequestOptions = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { signal, onprogress, timeout = timeoutFor?.(method) ?? 60_000, maxTotalTimeout = 10 * timeout } = given
      signal?.throwIfAborted()
      const id = ++lastId
      const since = runtime.now()
      const call: Waiting = { resolve, reject, method, since, until: since + Math.min(timeout, maxTotalTimeout) }
      if (signal) {
        const abort = (): void => giveUp(id, signal.reason)
        signal.addEventListener('abort', abort)
        call.release = () => signal.removeEventListener('abort', abort)
      }
      if (onprogress) {
        call.progress = (update) => {
          call.until = Math.min(runtime.now() + timeout, since + maxTotalTimeout)
          onprogress(update)
        }
        params = { ...(params as WithMeta), _meta: { ...(params as WithMeta)?._meta, progressToken: id } }
      }
      waiting.set(id, call)
      if (call.until < alarm) setAlarm(call.until)
      try {
        post({ jsonrpc: '2.0', id, method, params }, given.transfer)
      } catch (failure) {
        settle(id, 'reject', failure)
      }
    })

  const refuse = (id: Id, code: number, message: string, data?: unknown): void =>
    tell({ jsonrpc: '2.0', id, error: { code, message, data } })

  const serve = (id: Id, method: string, params: unknown): void => {
    const extra = new Extra(id, params, tell)
    const handler = handlers.get(method)
    serving.set(id, extra)
    try {
      const result = handler ? handler(params as never, extra) : fallback?.(method, params, extra)
      // A promise costs more than the rest of a reply: what is known already is answered at once.
      if (!isPromise(result)) return answer(extra, method, !!handler, result)
      result.then(
        (value) => answer(extra, method, !!handler, value),
        (error) => apologize(extra, method, error),
      )
    } catch (error) {
      apologize(extra, method, error)
    }
  }

  const answer = (extra: Extra, method: string, isHandled: boolean, result: unknown): void => {
    const id = extra.requestId
    serving.delete(id)
    if (extra.made?.signal.aborted) return // nobody waits for it any more
    if (!isHandled && result === undefined) {
      report('unhandled', method)
      return refuse(id, METHOD_NOT_FOUND, `Method not found: ${method}`)
    }
    try {
      post({ jsonrpc: '2.0', id, result: result ?? {} })
    } catch (error) {
      apologize(extra, method, error)
    }
  }

  const apologize = (extra: Extra, method: string, error: unknown): void => {
    const id = extra.requestId
    serving.delete(id)
    if (extra.made?.signal.aborted) return
    // What a handler throws may hold what the other side must not see: only an error made for the wire crosses it.
    const wire = CasementError.is(error) ? error.wire : undefined
    if (wire) return refuse(id, wire.code, (error as Error).message, wire.data)
    report('handler-failed', method, error)
    refuse(id, INTERNAL_ERROR, 'Internal error')
  }

  const on = (method: string, listener: (params: never) => void): Undo => {
    const hearing = listeners.get(method) ?? new Set()
    listeners.set(method, hearing.add(listener))
    return () => void hearing.delete(listener)
  }
  on('notifications/cancelled', (about: { requestId: Id; reason?: unknown } | undefined) =>
    serving.get(about?.requestId as Id)?.controller.abort(about?.reason),
  )
  on('notifications/progress', (about: (Progress & { progressToken: Id }) | undefined) =>
    waiting.get(about?.progressToken as Id)?.progress?.(about as Progress),
  )

  const hear = (method: string, params: unknown): void => {
    const hearing = listeners.get(method)
    if (!hearing?.size) report('unhandled', method)
    for (const listener of hearing ?? []) {
      try {
        listener(params as never)
      } catch (error) {
        report('handler-failed', method, error)
      }
    }
  }

  const take = (message: Incoming): void => {
    const { kind } = message
    if (kind === 'request') return serve(message.id, message.method, message.params)
    if (kind === 'note') return hear(message.method, message.params)
    if (kind === 'reply') return settle(message.id, 'resolve', message.result)
    if (kind === 'failure') return settle(message.id, 'reject', remoteError(message.error))
    report(kind, message.why)
    if (kind === 'noise' || message.id === null) return
    // A broken reply fails its caller at once: waiting for the deadline would hide the reason.
    if (message.of === 'reply') settle(message.id, 'reject', new CasementError('INVALID_MESSAGE', message.why))
    else refuse(message.id, message.code, message.why)
  }

  const stop = channel.listen((raw) => take(read(raw, serving)))
  closed.addEventListener('abort', () => {
    stop()
    for (const { controller } of serving.values()) controller.abort(closed.reason)
    for (const id of waiting.keys())
      settle(id, 'reject', new CasementError('CLOSED', 'The connection closed', { cause: closed.reason }))
  })

  return {
    counts,
    closed,
    on,
    request: request as Peer<Out, In>['request'],
    notify: (method, params, transfer) => post({ jsonrpc: '2.0', method, params }, transfer),
    handle(method, handler) {
      handlers.set(method, handler)
      return () => {
        if (handlers.get(method) === (handler as unknown)) handlers.delete(method)
      }
    },
    close: (reason) => channel.close(reason),
  }
}

// A signal costs more than the rest of a request, so it is made when somebody asks for it. A class, because an object with a
// getter of its own costs nearly as much.
class Extra implements HandlerExtra {
  readonly requestId: Id
  readonly #params: unknown
  readonly #tell: (message: Outgoing) => void
  made?: AbortController

  constructor(requestId: Id, params: unknown, tell: (message: Outgoing) => void) {
    this.requestId = requestId
    this.#params = params
    this.#tell = tell
  }

  get sendProgress(): HandlerExtra['sendProgress'] {
    const progressToken = (this.#params as WithMeta)?._meta?.progressToken
    return (progress) => {
      if (progressToken !== undefined)
        this.#tell({ jsonrpc: '2.0', method: 'notifications/progress', params: { ...progress, progressToken } })
    }
  }

  get controller(): AbortController {
    return (this.made ??= new AbortController())
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }
}

interface Outgoing {
  readonly jsonrpc: '2.0'
  readonly id?: Id
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: RpcError
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'

type WithMeta = { _meta?: { progressToken?: Id } } | undefined

const remoteError = ({ code, message, data }: RpcError): CasementError =>
  new CasementError(code === METHOD_NOT_FOUND ? 'UNSUPPORTED' : 'REMOTE', message, { wire: { code, data } })
