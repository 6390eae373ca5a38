import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { CasementError, type WireCode } from '../../protocol/errors.ts'
import { parseMessage, type Id, type RpcError } from '../../protocol/rpc/message.ts'
import type { HandlerExtra, Progress } from '../../protocol/rpc/peer.ts'
import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'

/** What a handler of the host's requests is told besides the params. */
export type RequestExtra = Pick<HandlerExtra, 'requestId' | 'signal'>

/** What a caller may say about one call. */
export interface CallOptions {
  /** Gives up when aborted, and tells the host. */
  signal?: AbortSignal | undefined
  /** Milliseconds without a reply or progress before the call fails. Default 60 s. */
  timeout?: number | undefined
  /** Hears how far the host has come; each report also restarts `timeout`. */
  onprogress?: ((progress: Progress) => void) | undefined
}

/** A channel that is listened to from the start until it closes. */
export interface WireChannel extends Omit<Channel, 'listen'> {
  listen(receive: Receive): unknown
}

/** The part of the world that a View needs: a way to do something later. */
export type Clock = Pick<Runtime, 'after'>

/** Who hears what comes through the wire. */
export interface WireListener {
  /** Every message, either way, and the form in which it travels: itself, or JSON text. */
  traffic(direction: 'in' | 'out', message: unknown, form: unknown): void
  /** A notification. */
  note(method: string, params: unknown): void
  /** A request, to be answered; undefined says that the method is not known. */
  request(method: string, params: unknown, extra: RequestExtra): unknown
  /** An error that nobody waits for. */
  error(error: unknown): void
}

/** The View's end of the wire. */
export interface Wire {
  /** The ports go along with the message where it does not go through one itself. */
  request(method: string, params: object, options?: CallOptions, ports?: MessagePort[]): Promise<unknown>
  notify(method: string, params: unknown): void
  /** Sends through a port from now on, as lines of JSON text, and hears what comes through it. */
  redirect(to: MessagePort): void
  close(reason?: unknown): void
  readonly closed: AbortSignal
}

// Written out, because an object of them would be in every bundle whole.
const METHOD_NOT_FOUND: typeof WireCode.MethodNotFound = -32601
const INTERNAL_ERROR: typeof WireCode.InternalError = -32603

interface Message {
  jsonrpc: '2.0'
  id?: Id
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: RpcError
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: unknown): void
  progress(report: unknown): void
  undo: Unsubscribe
}

/**
 * JSON-RPC 2.0 as a View speaks it, with its one trusted neighbour: what `createPeer` does at less than half the size, because
 * every byte here is paid by every View. It has one listener where the peer has tables of handlers, and it drops what it
 * cannot read where the peer counts, reports and answers it. Both speak the same to the other side.
 *
 * What is long in here is a declared function, as in all that an `App` runs before it has introduced itself: a browser reads an arrow
 * function anew with every function around it, and a View waits for that.
 */
export function openWire(channel: WireChannel, clock: Clock, listener: WireListener): Wire {
  const { closed } = channel
  const waiting = new Map<unknown, Waiting>()
  const serving = new Map<unknown, AbortController>()
  let port: MessagePort | undefined
  let held = ''
  let lastId = 0 // and so 1 is the first: some peers test `if (id)`

  const flush = (): void => {
    if (held) port?.postMessage(held)
    held = ''
  }

  function send(content: Omit<Message, 'jsonrpc'>, ports?: MessagePort[]): void {
    const message: Message = { jsonrpc: '2.0', ...content }
    const text = port && JSON.stringify(message)
    listener.traffic('out', message, text ?? message)
    try {
      closed.throwIfAborted()
      if (!text) return channel.post(message, ports)
      // What is said in one go crosses as the lines of one text, which takes a fraction of the time. It goes by a promise, because
      // the browser's own microtask takes forty times as long.
      if (held) held += '\n'
      else void Promise.resolve().then(flush)
      held += text
      if (held.length > 32767) flush() // long enough not to wait for more
    } catch (cause) {
      throw new CasementError(closed.aborted ? 'CLOSED' : 'SEND_FAILED', String(cause), { cause })
    }
  }
  function notify(method: string, params: unknown): void {
    send({ method, params: params as {} })
  }

  // The only door out of `waiting`: reply, deadline, abort, failed send and close all leave through it.
  function settle(id: unknown, how: 'resolve' | 'reject', value: unknown): void {
    const call = waiting.get(id)
    waiting.delete(id)
    call?.undo()
    call?.[how](value)
  }

  function request(
    method: string,
    params: { _meta?: object },
    { signal, timeout = 60_000, onprogress }: CallOptions = {},
    ports?: MessagePort[],
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const id = ++lastId
      const giveUp = (error: unknown): void => {
        settle(id, 'reject', error)
        notify('notifications/cancelled', { requestId: id })
      }
      const abort = (): void => giveUp(signal?.reason)
      signal?.addEventListener('abort', abort)
      const arm = (): Unsubscribe => clock.after(timeout, () => giveUp(new CasementError('TIMEOUT', `${method}: timeout`)))
      let disarm = arm()
      waiting.set(id, {
        resolve,
        reject,
        progress(report) {
          disarm()
          disarm = arm()
          onprogress?.(report as Progress)
        },
        undo() {
          disarm()
          signal?.removeEventListener('abort', abort)
        },
      })
      try {
        // A tool call always asks for progress, because each report restarts its deadline.
        const asks = onprogress ?? method === 'tools/call'
        send({ id, method, params: asks ? { ...params, _meta: { ...params._meta, progressToken: id } } : params }, ports)
      } catch (error) {
        settle(id, 'reject', error)
      }
    })
  }

  async function serve(id: Id, method: string, params: Message['params']): Promise<void> {
    const abort = new AbortController()
    const { signal } = abort
    serving.set(id, abort)
    try {
      const result = method === 'ping' ? {} : await listener.request(method, params, { requestId: id, signal })
      const answer = result ? { result } : { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }
      if (!signal.aborted) send({ id, ...answer })
    } catch (error) {
      // What a handler throws may hold what the other side must not see: only an error made for the wire crosses it.
      const { wire, message } = (error ?? {}) as Partial<CasementError>
      if (!wire) listener.error(error)
      if (!signal.aborted)
        send({ id, error: { message: 'Internal error', code: INTERNAL_ERROR, ...(wire && { message, ...wire }) } })
    }
    serving.delete(id)
  }

  function receive(raw: unknown): void {
    const message = parseMessage(raw) as Message | undefined
    listener.traffic('in', message, raw)
    if (message?.jsonrpc !== '2.0') return
    const { id, method, params, result, error } = message
    // Only text can be trimmed, and this weighs less than to ask for its type.
    if (!method?.trim) {
      if (error) settle(id, 'reject', remoteError(error))
      else settle(id, 'resolve', result)
    } else if (id != null) void serve(id, method, params)
    else if (method === 'notifications/cancelled') serving.get(params?.['requestId'])?.abort(params?.['reason'])
    else if (method === 'notifications/progress') waiting.get(params?.['progressToken'])?.progress(params)
    else listener.note(method, params)
  }

  channel.listen(receive)
  closed.addEventListener('abort', () => {
    flush()
    port?.close()
    const { reason } = closed
    serving.forEach((abort) => abort.abort(reason))
    waiting.forEach((_, id) => settle(id, 'reject', new CasementError('CLOSED', 'closed', { cause: reason })))
  })
  return {
    closed,
    request,
    notify,
    redirect(to) {
      port = to
      // Not addEventListener: this starts the port too.
      to.onmessage = ({ data }) => (data?.split?.('\n') ?? [data]).forEach(receive)
    },
    close: (reason) => channel.close(reason),
  }
}

const remoteError = (wire: RpcError): CasementError =>
  new CasementError(wire.code === METHOD_NOT_FOUND ? 'UNSUPPORTED' : 'REMOTE', wire.message, { wire })
