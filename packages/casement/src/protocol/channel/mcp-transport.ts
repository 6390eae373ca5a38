import type { Channel } from './channel.ts'
import { CasementError } from '../errors.ts'
import { parseMessage } from '../rpc/message.ts'
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
  /** False if messages must pass `send` and `onmessage`, because these have been replaced or set. */
  readonly isUnobserved?: boolean
}

/** The channel that a transport is or has, which can carry ports. Undefined for a transport of the MCP SDK. */
export function ownChannel(transport: Channel | HasChannel | McpTransportLike): Channel | undefined {
  if ('listen' in transport) return transport
  const hasChannel = 'channel' in transport && (transport.isUnobserved !== false || !('start' in transport))
  return hasChannel ? transport.channel : undefined
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

/** Delivers a message, reports an invalid one, and ignores one that is not JSON-RPC. */
export function receive(transport: McpTransport, raw: unknown): void {
  const message = parseMessage(raw)
  const classified = classifyMessage(message)
  if (classified.kind === 'broken') transport.onerror?.(new CasementError('INVALID_MESSAGE', classified.why))
  else if (classified.kind !== 'noise') transport.onmessage?.(message)
}
