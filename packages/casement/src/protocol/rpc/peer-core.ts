import type { Channel } from '../channel/channel.ts'
import { CasementError, INTERNAL_ERROR, METHOD_NOT_FOUND } from '../errors.ts'
import type { Id, Incoming } from './message.ts'
import type { HandlerExtra, Peer, PeerOptions, PeerReport, Progress, Reader } from './peer-types.ts'
import type { CallsWorld, Outgoing, PeerCalls, WithMeta } from './pending-requests.ts'
import { platform, type Unsubscribe } from '../runtime.ts'

/** A peer by parts: how it reads, and what keeps its calls, is handed in. */
export function createPeerWith<Out, In>(
  keepCalls: (world: CallsWorld) => PeerCalls,
  channel: Channel,
  { runtime = platform, read, timeoutFor, fallback, onreport }: PeerOptions & { readonly read: Reader },
): Peer<Out, In> {
  const { closed } = channel
  const serving = new Map<Id, Extra>()
  const handlers = new Map<string, (params: never, extra: HandlerExtra) => unknown>([['ping', () => ({})]])
  const listeners = new Map<string, Set<(params: never) => void>>()
  const counts: Partial<Record<PeerReport['reason'], number>> = {}

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

  const calls = keepCalls({ runtime, timeoutFor, post, tell, report })

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

  const on = (method: string, listener: (params: never) => void): Unsubscribe => {
    const hearing = listeners.get(method) ?? new Set()
    listeners.set(method, hearing.add(listener))
    return () => void hearing.delete(listener)
  }
  on('notifications/cancelled', (about: { requestId: Id; reason?: unknown } | undefined) =>
    serving.get(about?.requestId as Id)?.controller.abort(about?.reason),
  )
  on('notifications/progress', (about: (Progress & { progressToken: Id }) | undefined) =>
    calls.progress(about?.progressToken, about),
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
    if (kind === 'reply' || kind === 'failure') return calls.take(message)
    report(kind, message.why)
    if (kind === 'noise' || message.id === null) return
    const { id } = message
    if (message.of === 'reply') calls.take({ ...message, id })
    else refuse(id, message.code, message.why)
  }

  const stop = channel.listen((raw) => take(read(raw, serving)))
  closed.addEventListener('abort', () => {
    stop()
    for (const { controller } of serving.values()) controller.abort(closed.reason)
    calls.close(closed.reason)
  })

  return {
    counts,
    closed,
    on,
    request: calls.request as Peer<Out, In>['request'],
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

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
