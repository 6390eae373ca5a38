import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { CasementError, type WireCode } from '../../protocol/errors.ts'
import { isRecord, parseMessage, type Id, type RpcError } from '../../protocol/rpc/message.ts'
import type { HandlerExtra, Progress } from '../../protocol/rpc/peer.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Clock } from './deadlines.ts'
import { PortOutbox } from './port-outbox.ts'

/** What the handler of a request receives besides the params. */
export type RequestExtra = Pick<HandlerExtra, 'requestId' | 'signal'>

/** Options of a single request. */
export interface CallOptions {
  /** Cancels the request when aborted, and notifies the host. */
  signal?: AbortSignal | undefined
  /** Milliseconds without a response or progress before the request fails. Default 60 s. */
  timeout?: number | undefined
  /** Called with the progress that the host reports; each report also restarts `timeout`. */
  onprogress?: ((progress: Progress) => void) | undefined
}

/** A channel that is listened to from the start until it closes. */
export interface WireChannel extends Omit<Channel, 'listen'> {
  listen(receive: Receive): unknown
}

/** Called with everything that arrives over the wire. */
export interface WireListener {
  /** Every message in either direction, and the form in which it travels: the message itself, or JSON text. */
  traffic(direction: 'in' | 'out', message: unknown, form: unknown): void
  notification(method: string, params: Record<string, unknown>): void
  /** Handles a request. Undefined means that the method is not supported. */
  request(method: string, params: Record<string, unknown>, extra: RequestExtra): unknown
  /** An error that no caller waits for. */
  error(error: unknown): void
  closed(): void
}

/** How long a request may take by default, in milliseconds. */
export const DEFAULT_TIMEOUT = 60_000

// Literals, because importing the table of all codes would add it to every bundle.
const METHOD_NOT_FOUND: typeof WireCode.MethodNotFound = -32601
const INTERNAL_ERROR: typeof WireCode.InternalError = -32603

interface OutgoingMessage {
  readonly id?: Id
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: RpcError
}

interface PendingRequest {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly onProgress: (progress: unknown) => void
  /** Clears the deadline and the abort listener. */
  readonly release: Unsubscribe
}

/**
 * The View's end of the JSON-RPC connection to its host.
 *
 * It speaks the same protocol as `createPeer`, but is less than half its size, because every View loads it: it has one
 * listener instead of handler tables, and ignores invalid messages instead of reporting and answering them.
 */
export class Wire {
  /** Aborts when the connection is closed. */
  readonly closed: AbortSignal
  readonly #channel: WireChannel
  readonly #clock: Clock
  readonly #listener: WireListener
  readonly #pending = new Map<unknown, PendingRequest>()
  /** The requests of the host that are being handled. */
  readonly #handling = new Map<unknown, AbortController>()
  #outbox: PortOutbox | undefined
  #lastId = 0 // The first id is 1: some peers test `if (id)`.

  constructor(channel: WireChannel, clock: Clock, listener: WireListener) {
    this.closed = channel.closed
    this.#channel = channel
    this.#clock = clock
    this.#listener = listener
  }

  /** Starts to receive. The channel may deliver buffered messages before this returns. */
  listen(): void {
    if (this.closed.aborted) return this.#onClosed()
    this.closed.addEventListener('abort', () => this.#onClosed())
    this.#channel.listen((raw) => this.#receive(raw))
  }

  /** Sends everything through this port from now on, as JSON text, and receives what arrives there. */
  usePort(port: MessagePort): void {
    this.#outbox = new PortOutbox(port)
    // Unlike `addEventListener`, this also starts the port.
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const messages = typeof data === 'string' ? data.split('\n') : [data]
      for (const message of messages) this.#receive(message)
    }
  }

  /** Sends a request. The ports are transferred with it, which only the channel can do. */
  request(method: string, params: object, options: CallOptions = {}, ports?: MessagePort[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal, timeout = DEFAULT_TIMEOUT, onprogress } = options
      signal?.throwIfAborted()
      const id = ++this.#lastId
      const cancel = (error: unknown): void => this.#cancel(id, error)
      const onAbort = (): void => cancel(signal?.reason)
      const startDeadline = (): Unsubscribe =>
        this.#clock.after(timeout, () => cancel(new CasementError('TIMEOUT', timeoutMessage(method, timeout))))
      let clearDeadline = startDeadline()
      signal?.addEventListener('abort', onAbort)
      this.#pending.set(id, {
        method,
        resolve,
        reject,
        onProgress(progress) {
          clearDeadline()
          clearDeadline = startDeadline()
          onprogress?.(progress as Progress)
        },
        release() {
          clearDeadline()
          signal?.removeEventListener('abort', onAbort)
        },
      })
      // A tool call always asks for progress, because each report restarts its deadline.
      const asksForProgress = onprogress !== undefined || method === 'tools/call'
      try {
        this.#send({ id, method, params: asksForProgress ? withProgressToken(params, id) : params }, ports)
      } catch (error) {
        this.#take(id)?.reject(error)
      }
    })
  }

  notify(method: string, params: object): void {
    this.#send({ method, params })
  }

  close(reason?: unknown): void {
    this.#channel.close(reason)
  }

  /** The only exit from `#pending`: response, deadline, abort, failed send and close all go through it. */
  #take(id: unknown): PendingRequest | undefined {
    const request = this.#pending.get(id)
    this.#pending.delete(id)
    request?.release()
    return request
  }

  #cancel(id: Id, error: unknown): void {
    this.#take(id)?.reject(error)
    try {
      this.notify('notifications/cancelled', { requestId: id })
    } catch {
      // The request has failed already. That the host could not be notified changes nothing for its caller.
    }
  }

  #send(content: OutgoingMessage, ports?: MessagePort[]): void {
    const message = { jsonrpc: '2.0', ...content }
    if (this.closed.aborted) throw closedError(this.closed.reason)
    try {
      const text = this.#outbox && JSON.stringify(message)
      this.#listener.traffic('out', message, text ?? message)
      if (this.#outbox && text !== undefined) this.#outbox.send(text)
      else this.#channel.post(message, ports)
    } catch (cause) {
      const subject = content.method ?? 'a response'
      throw new CasementError('SEND_FAILED', `Could not send ${subject}: ${String(cause)}`, { cause })
    }
  }

  /** Never throws, so that a hostile message does not affect the messages behind it. */
  #receive(raw: unknown): void {
    try {
      const message = parseMessage(raw)
      this.#listener.traffic('in', message, raw)
      if (isRecord(message) && message['jsonrpc'] === '2.0') this.#dispatch(message)
    } catch (error) {
      this.#listener.error(error)
    }
  }

  #dispatch(message: Record<string, unknown>): void {
    const { id, method } = message
    const params = isRecord(message['params']) ? message['params'] : {}
    if (method === undefined) this.#onResponse(id, message)
    else if (typeof method !== 'string') return
    else if (id === undefined || id === null) this.#onNotification(method, params)
    else if (typeof id === 'string' || typeof id === 'number') void this.#onRequest(id, method, params)
  }

  #onResponse(id: unknown, { result, error }: Record<string, unknown>): void {
    const request = this.#take(id)
    if (!request) return
    if (error !== undefined && error !== null) request.reject(remoteError(request.method, error))
    // Every result of MCP is an object. Some hosts send nothing for an empty one.
    else request.resolve(isRecord(result) ? result : {})
  }

  #onNotification(method: string, params: Record<string, unknown>): void {
    if (method === 'notifications/cancelled') this.#handling.get(params['requestId'])?.abort(params['reason'])
    else if (method === 'notifications/progress') this.#pending.get(params['progressToken'])?.onProgress(params)
    else this.#listener.notification(method, params)
  }

  async #onRequest(id: Id, method: string, params: Record<string, unknown>): Promise<void> {
    const abort = new AbortController()
    const { signal } = abort
    this.#handling.set(id, abort)
    try {
      const result = method === 'ping' ? {} : await this.#listener.request(method, params, { requestId: id, signal })
      if (!signal.aborted) this.#send({ id, ...(result ? { result } : { error: METHOD_NOT_FOUND_ERROR }) })
    } catch (error) {
      if (!isForWire(error)) this.#listener.error(error)
      if (!signal.aborted) this.#sendError(id, error)
    }
    this.#handling.delete(id)
  }

  #sendError(id: Id, error: unknown): void {
    try {
      this.#send({ id, error: isForWire(error) ? { message: error.message, ...error.wire } : INTERNAL_RPC_ERROR })
    } catch (sendError) {
      this.#listener.error(sendError)
    }
  }

  #onClosed(): void {
    const { reason } = this.closed
    this.#outbox?.close()
    for (const abort of this.#handling.values()) abort.abort(reason)
    for (const id of this.#pending.keys()) this.#take(id)?.reject(closedError(reason))
    this.#listener.closed()
  }
}

const METHOD_NOT_FOUND_ERROR: RpcError = { code: METHOD_NOT_FOUND, message: 'Method not found' }
const INTERNAL_RPC_ERROR: RpcError = { code: INTERNAL_ERROR, message: 'Internal error' }

/** True for an error that was created for the other side. Any other may contain what the other side must not see. */
const isForWire = (error: unknown): error is CasementError & { wire: object } =>
  CasementError.is(error) && error.wire !== undefined

const withProgressToken = (params: { _meta?: object }, id: Id): object => ({
  ...params,
  _meta: { ...params._meta, progressToken: id },
})

const timeoutMessage = (method: string, timeout: number): string => `${method} timed out: no response within ${timeout} ms`

const closedError = (cause: unknown): CasementError =>
  new CasementError('CLOSED', 'The connection to the host is closed. Call connect() to open a new one', { cause })

function remoteError(method: string, error: unknown): CasementError {
  const { code, message, data } = isRecord(error) ? error : ({} as Record<string, unknown>)
  return new CasementError(
    code === METHOD_NOT_FOUND ? 'UNSUPPORTED' : 'REMOTE',
    typeof message === 'string' ? message : `The host responded to ${method} with an error that has no message`,
    { wire: { code: typeof code === 'number' ? code : INTERNAL_ERROR, ...(data !== undefined && { data }) } },
  )
}
