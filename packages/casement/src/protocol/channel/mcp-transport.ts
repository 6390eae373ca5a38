import { channelCore, type Channel } from './channel.ts'
import { CasementError, INTERNAL_ERROR } from '../errors.ts'
import { isRecord, parseMessage } from '../rpc/message.ts'
import { classifyMessage } from '../rpc/envelope.ts'

/** A transport for the MCP SDK, v1 and v2. */
export interface McpTransport {
  start(): Promise<void>
  send(message: unknown, options?: unknown): Promise<void>
  close(): Promise<void>
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined
  sessionId?: string | undefined
  setProtocolVersion?: ((version: string) => void) | undefined
}

/** The part of an MCP SDK transport (v1 or v2) that Casement uses. */
export interface McpTransportLike {
  start(): Promise<void>
  send(message: never): Promise<void>
  close(): Promise<void>
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: never) => void) | undefined
}

/** A transport that is built on one of our channels, such as `PostMessageTransport`. */
export interface HasChannel {
  readonly channel: Channel
  /** False if messages must pass `send` and `onmessage`, because somebody has replaced or set them. */
  readonly isUnobserved?: boolean
}

/** The channel behind a transport: its own if it has one, which can carry ports, or else one that uses the transport. */
export function channelOf(transport: Channel | HasChannel | McpTransportLike, onerror?: (error: Error) => void): Channel {
  if ('listen' in transport) return transport
  if ('channel' in transport && (transport.isUnobserved !== false || !('start' in transport))) return transport.channel
  return channelFromTransport(transport as McpTransportLike, onerror)
}

/** Connects a Client or Server of the MCP SDK to a channel. */
export function transportFromChannel(channel: Channel): McpTransport {
  const transport: McpTransport = {
    async start() {
      channel.closed.throwIfAborted()
      channel.listen((raw) => receive(transport, raw))
    },
    async send(message) {
      channel.post(message)
    },
    async close() {
      channel.close()
    },
  }
  channel.closed.addEventListener('abort', () => transport.onclose?.())
  return transport
}

/** Delivers a message, reports an invalid one, and ignores what is not JSON-RPC. */
export function receive(transport: McpTransport, raw: unknown): void {
  const message = parseMessage(raw)
  const classified = classifyMessage(message)
  if (classified.kind === 'broken') transport.onerror?.(new CasementError('INVALID_MESSAGE', classified.why))
  else if (classified.kind !== 'noise') transport.onmessage?.(message)
}

/**
 * Connects a Casement peer to a transport of the MCP SDK, and starts the transport. Errors of the transport are not fatal and go to
 * the given handler. Callbacks that the transport already has are called first, as the SDK does.
 */
export function channelFromTransport(transport: McpTransportLike, onerror?: (error: Error) => void): Channel {
  const report = (error: unknown): void => onerror?.(error instanceof Error ? error : new Error(String(error)))
  // SDK v1 and v2 declare different message types; both accept any JSON-RPC message.
  const send = transport.send.bind(transport) as (message: unknown) => Promise<void>
  const channel = channelCore(
    (message) => {
      started
        .then(() => send(message))
        .catch((error: unknown) => {
          report(error)
          // A transport reports a failed send later. The sender of a request receives it as an error response.
          if (isRecord(message) && 'method' in message && 'id' in message) channel.deliver(sendFailure(message['id'], error))
        })
    },
    () => {
      started.then(() => transport.close()).catch(report)
    },
  )
  const { onmessage, onclose, onerror: onTransportError } = transport as McpTransport
  transport.onmessage = (message: unknown, extra?: unknown) => {
    onmessage?.(message, extra)
    channel.deliver(message)
  }
  transport.onclose = () => {
    onclose?.()
    channel.close()
  }
  transport.onerror = (error) => {
    onTransportError?.(error)
    report(error)
  }
  const started = transport.start()
  started.catch((error: unknown) => channel.close(error))
  return channel
}

const sendFailure = (id: unknown, error: unknown): object => ({
  jsonrpc: '2.0',
  id,
  error: { code: INTERNAL_ERROR, message: `Could not send: ${String(error)}` },
})
