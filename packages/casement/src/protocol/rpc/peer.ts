import type { Channel } from '../channel/channel.ts'
import { CasementError, chosenError, INTERNAL_ERROR, METHOD_NOT_FOUND } from '../errors.ts'
import type { NotificationMethod, Params, RequestMethod, Result } from '../method-types.ts'
import { platform, type Unsubscribe } from '../runtime.ts'
import { readMessage, type Id, type Incoming } from './message.ts'
import type { HandlerExtra, Peer, PeerOptions, PeerReport, Progress, RequestOptions } from './peer-types.ts'
import { PendingRequests, type Outgoing, type WithMeta } from './pending-requests.ts'

export type { HandlerExtra, Peer, PeerOptions, PeerReport, Progress, Reader, RequestOptions } from './peer-types.ts'

type RequestHandler = (params: unknown, extra: HandlerExtra) => unknown
type Listener = (params: unknown, ports: readonly MessagePort[]) => void

/** Connects to a channel as a JSON-RPC 2.0 peer that both sends and handles requests. No incoming message can make it throw. */
export const createPeer = <Out, In>(channel: Channel, options: PeerOptions<Out, In> = {}): Peer<Out, In> =>
  new JsonRpcPeer<Out, In>(channel, options)

class JsonRpcPeer<Out, In> implements Peer<Out, In> {
  readonly closed: AbortSignal
  readonly counts: Partial<Record<PeerReport['reason'], number>> = {}
  readonly #channel: Channel
  readonly #options: PeerOptions<Out, In>
  readonly #pending: PendingRequests
  readonly #active = new Map<Id, RequestContext>()
  readonly #handlers = new Map<string, RequestHandler>([['ping', () => ({})]])
  readonly #listeners = new Map<string, Set<Listener>>()

  constructor(channel: Channel, options: PeerOptions<Out, In>) {
    const { runtime = platform, timeoutFor, read = readMessage } = options
    this.closed = channel.closed
    this.#channel = channel
    this.#options = options
    this.#pending = new PendingRequests({
      runtime,
      timeoutFor,
      post: (message, transfer) => this.#post(message, transfer),
      tryPost: (message) => this.#tryPost(message),
      report: (reason, why) => this.#report(reason, why),
    })
    this.#addListener('notifications/cancelled', (params) => this.#cancelActive(params as CancelledParams))
    this.#addListener('notifications/progress', (params) => this.#receiveProgress(params as ProgressParams))
    options.setup?.(this)
    const stop = channel.listen((raw, ports) => this.#receive(read(raw, this.#active), ports ?? NO_PORTS))
    channel.closed.addEventListener('abort', () => {
      stop()
      for (const context of this.#active.values()) context.abort(channel.closed.reason)
      this.#pending.close(channel.closed.reason)
    })
  }

  request<M extends RequestMethod<Out>>(method: M, params: Params<Out, M>, options?: RequestOptions): Promise<Result<Out, M>> {
    // The type comes from the table. The result is not validated here.
    return this.#pending.request(method, params, options) as Promise<Result<Out, M>>
  }

  notify<M extends NotificationMethod<Out>>(method: M, params: Params<Out, M>, transfer?: Transferable[]): void {
    this.#post({ jsonrpc: '2.0', method, params }, transfer)
  }

  handle<M extends RequestMethod<In>>(
    method: M,
    handler: (params: Params<In, M>, extra: HandlerExtra) => Result<In, M> | Promise<Result<In, M>>,
  ): Unsubscribe {
    const untyped = handler as RequestHandler
    this.#handlers.set(method, untyped)
    return () => {
      if (this.#handlers.get(method) === untyped) this.#handlers.delete(method)
    }
  }

  on<M extends NotificationMethod<In>>(
    method: M,
    listener: (params: Params<In, M>, ports: readonly MessagePort[]) => void,
  ): Unsubscribe {
    return this.#addListener(method, listener as Listener)
  }

  close(reason?: unknown): void {
    this.#channel.close(reason)
  }

  refuseActive(error: CasementError): void {
    for (const context of this.#active.values()) {
      this.#respondWithError(context, '', error)
      context.abort(error)
    }
  }

  #receive(message: Incoming, ports: readonly MessagePort[]): void {
    switch (message.kind) {
      case 'request':
        return this.#handleRequest(message.id, message.method, message.params, ports)
      case 'note':
        return this.#handleNotification(message.method, message.params, ports)
      case 'reply':
      case 'failure':
        return this.#pending.receive(message)
      case 'noise':
        return this.#report('noise', message.why)
      case 'broken': {
        this.#report('broken', message.why)
        const { id } = message
        if (id === null) return
        if (message.of === 'reply') this.#pending.receive({ ...message, id })
        else this.#sendError(id, message.code, message.why)
      }
    }
  }

  #handleRequest(id: Id, method: string, params: unknown, ports: readonly MessagePort[]): void {
    const context = new RequestContext(id, params, ports, (message) => this.#tryPost(message))
    const handler = this.#handlers.get(method)
    this.#active.set(id, context)
    try {
      const result = handler ? handler(params, context) : this.#options.fallback?.(method, params, context)
      // A promise costs more than the rest of a response, so a result that is already known is sent at once.
      if (!isPromise(result)) return this.#respond(context, method, handler !== undefined, result)
      result.then(
        (value) => this.#respond(context, method, handler !== undefined, value),
        (error: unknown) => this.#respondWithError(context, method, error),
      )
    } catch (error) {
      this.#respondWithError(context, method, error)
    }
  }

  #handleNotification(method: string, params: unknown, ports: readonly MessagePort[]): void {
    const { onnotification } = this.#options
    const listeners = this.#listeners.get(method)
    let isHandled = listeners !== undefined && listeners.size > 0
    this.#isolate(method, () => {
      if (onnotification?.(method, params)) isHandled = true
    })
    for (const listener of listeners ?? []) this.#isolate(method, () => listener(params, ports))
    if (!isHandled) this.#report('unhandled', method)
  }

  #isolate(method: string, call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#report('handler-failed', method, error)
    }
  }

  #addListener(method: string, listener: Listener): Unsubscribe {
    const listeners = this.#listeners.get(method) ?? new Set()
    this.#listeners.set(method, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  #cancelActive(params: CancelledParams): void {
    if (params?.requestId !== undefined) this.#active.get(params.requestId)?.abort(params.reason)
  }

  #receiveProgress(params: ProgressParams): void {
    if (params) this.#pending.progress(params.progressToken, params)
  }

  #respond(context: RequestContext, method: string, isHandled: boolean, result: unknown): void {
    const id = context.requestId
    this.#active.delete(id)
    if (context.isAborted) return // the caller does not wait for the response any more
    if (!isHandled && result === undefined) {
      this.#report('unhandled', method)
      return this.#sendError(id, METHOD_NOT_FOUND, `Method not found: ${method}`)
    }
    try {
      this.#post({ jsonrpc: '2.0', id, result: result ?? {} })
    } catch (error) {
      this.#respondWithError(context, method, error)
    }
  }

  #respondWithError(context: RequestContext, method: string, error: unknown): void {
    const id = context.requestId
    this.#active.delete(id)
    if (context.isAborted) return
    const chosen = chosenError(error)
    if (chosen) return this.#sendError(id, chosen.code, chosen.message, chosen.data)
    this.#report('handler-failed', method, error)
    const isExposed = this.#options.exposeErrors && error instanceof Error
    this.#sendError(id, INTERNAL_ERROR, isExposed ? error.message : 'Internal error')
  }

  #sendError(id: Id, code: number, message: string, data?: unknown): void {
    try {
      this.#post({ jsonrpc: '2.0', id, error: { code, message, data } })
    } catch (error) {
      this.#report('send-failed', String(error), error)
      // The other side still waits for a response, and the data may be what cannot be sent.
      if (data !== undefined) this.#sendError(id, code, message)
    }
  }

  #post(message: Outgoing, transfer?: Transferable[]): void {
    try {
      this.#channel.post(message, transfer)
    } catch (cause) {
      throw new CasementError(this.closed.aborted ? 'CLOSED' : 'SEND_FAILED', `Could not send: ${String(cause)}`, { cause })
    }
  }

  #tryPost(message: Outgoing): void {
    try {
      this.#post(message)
    } catch (error) {
      this.#report('send-failed', String(error), error)
    }
  }

  #report(reason: PeerReport['reason'], why: string, error?: unknown): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1
    this.#options.onreport?.({ reason, why, error })
  }
}

const NO_PORTS: readonly MessagePort[] = []

type CancelledParams = { requestId?: Id; reason?: unknown } | undefined
type ProgressParams = (Progress & { progressToken: Id }) | undefined

/** One request while it is handled. Its AbortController costs more than the rest of a request, so it is created on first use. */
class RequestContext implements HandlerExtra {
  readonly requestId: Id
  readonly ports: readonly MessagePort[]
  readonly #params: unknown
  readonly #post: (message: Outgoing) => void
  #controller: AbortController | undefined

  constructor(requestId: Id, params: unknown, ports: readonly MessagePort[], post: (message: Outgoing) => void) {
    this.requestId = requestId
    this.ports = ports
    this.#params = params
    this.#post = post
  }

  get signal(): AbortSignal {
    return (this.#controller ??= new AbortController()).signal
  }

  get isAborted(): boolean {
    return this.#controller?.signal.aborted ?? false
  }

  abort(reason: unknown): void {
    this.#controller ??= new AbortController()
    this.#controller.abort(reason)
  }

  get sendProgress(): HandlerExtra['sendProgress'] {
    const progressToken = (this.#params as WithMeta)?._meta?.progressToken
    return (progress) => {
      if (progressToken !== undefined)
        this.#post({ jsonrpc: '2.0', method: 'notifications/progress', params: { ...progress, progressToken } })
    }
  }
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
