import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { CasementError, chosenError, type WireCode } from '../../protocol/errors.ts'
import { isRecord, parseMessage, type Id, type RpcError } from '../../protocol/rpc/message.ts'
import type { HandlerExtra, Progress } from '../../protocol/rpc/peer.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Clock } from './deadlines.ts'
import { createPortOutbox, type PortOutbox } from './port-outbox.ts'

/** The second argument of a request handler. */
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
  /** A port that the channel itself offered with `ui/initialize`, if that is the one which the host has accepted. */
  acceptedPort?(capability: unknown): MessagePort | undefined
}

/** Called with everything that arrives over the wire. */
export interface WireListener {
  /** Every message in either direction, and the form in which it travels: the message itself, or JSON text. */
  ontraffic?(direction: 'in' | 'out', message: unknown, form: unknown): void
  onnotification?(method: string, params: Record<string, unknown>): void
  /** Handles a request. Undefined means that the listener does not support the method. */
  onrequest?(method: string, params: Record<string, unknown>, extra: RequestExtra): unknown
  /** An error that no caller waits for. */
  onerror?(error: unknown): void
  onclose?(): void
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
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly onprogress: (progress: unknown) => void
  /** Clears the deadline and the abort listener. */
  readonly release: Unsubscribe
}

/** The View's end of the JSON-RPC connection to its host. */
export interface Wire {
  /** Sends everything through this port from now on, as JSON text, and receives what arrives there. */
  usePort(port: MessagePort): void
  /** Sends a request. The ports are transferred with it, which only the channel can do. */
  request(method: string, params: object, options?: CallOptions, ports?: MessagePort[]): Promise<unknown>
  notify(method: string, params: object): void
  close(reason?: unknown): void
}

/**
 * Speaks the same protocol as `createPeer`, but is less than half its size, because every View loads it: it has listeners
 * instead of handler tables, and ignores invalid messages instead of reporting and answering them.
 *
 * It listens at once: the channel may deliver buffered messages before this returns. The function is longer than a screen
 * because the functions in it share the pending requests.
 */
export function createWire(channel: WireChannel, clock: Clock, listeners: ReadonlySet<WireListener>): Wire {
  const { closed } = channel
  const pending = new Map<unknown, PendingRequest>()
  /** The requests of the host that are being handled. */
  const handling = new Map<unknown, AbortController>()
  let outbox: PortOutbox | undefined
  let lastId = 0 // The first id is 1: some peers test `if (id)`.

  function report(error: unknown): void {
    for (const listener of listeners) listener.onerror?.(error)
  }

  function send(content: OutgoingMessage, ports?: MessagePort[]): void {
    const message = { jsonrpc: '2.0', ...content }
    if (closed.aborted) throw closedError(closed.reason)
    try {
      const text = outbox && JSON.stringify(message)
      for (const listener of listeners) listener.ontraffic?.('out', message, text ?? message)
      if (outbox && text) outbox.send(text)
      else channel.post(message, ports)
    } catch (cause) {
      throw new CasementError('SEND_FAILED', `Could not send: ${String(cause)}`, { cause })
    }
  }

  const notify: Wire['notify'] = (method, params) => send({ method, params })

  /** The only exit from `pending`: response, deadline, abort, failed send and close all go through it. */
  function take(id: unknown): PendingRequest | undefined {
    const request = pending.get(id)
    pending.delete(id)
    request?.release()
    return request
  }

  function cancel(id: Id, error: unknown): void {
    take(id)?.reject(error)
    notify('notifications/cancelled', { requestId: id, reason: String(error) })
  }

  const request: Wire['request'] = (method, params: { _meta?: object }, options = {}, ports) =>
    new Promise((resolve, reject) => {
      const { signal, timeout = DEFAULT_TIMEOUT } = options
      signal?.throwIfAborted()
      const id = ++lastId
      const onAbort = (): void => cancel(id, signal?.reason)
      const startDeadline = (): Unsubscribe => clock.after(timeout, () => cancel(id, timeoutError(method, timeout)))
      let clearDeadline = startDeadline()
      signal?.addEventListener('abort', onAbort)
      pending.set(id, {
        resolve,
        reject,
        onprogress(progress) {
          clearDeadline()
          clearDeadline = startDeadline()
          options.onprogress?.(progress as Progress)
        },
        release() {
          clearDeadline()
          signal?.removeEventListener('abort', onAbort)
        },
      })
      // A tool call always asks for progress, because each report restarts its deadline.
      const asksForProgress = options.onprogress ?? method === 'tools/call'
      try {
        send(
          { id, method, params: asksForProgress ? { ...params, _meta: { ...params._meta, progressToken: id } } : params },
          ports,
        )
      } catch (error) {
        take(id)?.reject(error)
      }
    })

  async function handleRequest(id: Id, method: string, params: Record<string, unknown>): Promise<void> {
    const abort = new AbortController()
    const { signal } = abort
    handling.set(id, abort)
    try {
      const extra = { requestId: id, signal }
      const results = await Promise.all(Array.from(listeners, (listener) => listener.onrequest?.(method, params, extra)))
      const result = results.find(Boolean) ?? (method === 'ping' && {})
      const response = result ? { result } : { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }
      if (!signal.aborted) send({ id, ...response })
    } catch (error) {
      const chosen = chosenError(error)
      if (!chosen) report(error)
      if (!signal.aborted) send({ id, error: chosen ?? { code: INTERNAL_ERROR, message: 'Internal error' } })
    }
    handling.delete(id)
  }

  function dispatch({ id, method, params, result, error }: Record<string, unknown>): void {
    const members = isRecord(params) ? params : {}
    if (method === undefined) {
      if (error) take(id)?.reject(remoteError(error))
      // Every result of MCP is an object. Some hosts send nothing for an empty one.
      else take(id)?.resolve(isRecord(result) ? result : {})
    } else if (typeof method !== 'string') return
    else if (typeof id === 'string' || typeof id === 'number') handleRequest(id, method, members).catch(report)
    else if (method === 'notifications/cancelled') handling.get(members['requestId'])?.abort(members['reason'])
    else if (method === 'notifications/progress') pending.get(members['progressToken'])?.onprogress(members)
    else for (const listener of listeners) listener.onnotification?.(method, members)
  }

  /** Never throws, so that a hostile message does not affect the messages behind it. */
  function receive(raw: unknown): void {
    try {
      const message = parseMessage(raw)
      for (const listener of listeners) listener.ontraffic?.('in', message, raw)
      if (isRecord(message) && message['jsonrpc'] === '2.0') dispatch(message)
    } catch (error) {
      report(error)
    }
  }

  closed.addEventListener('abort', () => {
    const { reason } = closed
    outbox?.close()
    for (const abort of handling.values()) abort.abort(reason)
    for (const id of pending.keys()) take(id)?.reject(closedError(reason))
    for (const listener of listeners) listener.onclose?.()
  })
  channel.listen(receive)
  return {
    request,
    notify,
    usePort(port) {
      outbox = createPortOutbox(port)
      // Unlike `addEventListener`, this also starts the port.
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const messages = typeof data === 'string' ? data.split('\n') : [data]
        for (const message of messages) receive(message)
      }
    },
    close: (reason) => channel.close(reason),
  }
}

/** The error of a request that got no response in time. */
export const timeoutError = (method: string, timeout: number): CasementError =>
  new CasementError('TIMEOUT', `${method} timed out: no response within ${timeout} ms`)

const closedError = (cause: unknown): CasementError =>
  new CasementError('CLOSED', 'The connection to the host is closed', { cause })

function remoteError(error: unknown): CasementError {
  const { code, message, data } = isRecord(error) ? error : ({} as Record<string, unknown>)
  return new CasementError(
    code === METHOD_NOT_FOUND ? 'UNSUPPORTED' : 'REMOTE',
    typeof message === 'string' ? message : 'The host responded with an error',
    { wire: { code: typeof code === 'number' ? code : INTERNAL_ERROR, data } },
  )
}
