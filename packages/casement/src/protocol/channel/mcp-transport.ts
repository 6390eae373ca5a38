import { channelCore, type Channel } from './channel.ts'
import { CasementError, INTERNAL_ERROR } from '../errors.ts'
import { isRecord, parseMessage } from '../rpc/message.ts'
import { sortMessage } from '../rpc/envelope.ts'

/** A transport as the MCP SDK wants one, in v1 and in v2. */
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

/** Any transport of the MCP SDK, v1 or v2: the part of it that we use. */
export interface McpTransportLike {
  start(): Promise<void>
  send(message: never): Promise<void>
  close(): Promise<void>
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: never) => void) | undefined
}

/** Lets a Client or Server of the MCP SDK speak through one of our channels. */
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

/** Hands on a message, says what is wrong with a broken one, and passes over what is not JSON-RPC. */
export function receive(transport: McpTransport, raw: unknown): void {
  const message = parseMessage(raw)
  const sorted = sortMessage(message)
  if (sorted.kind === 'broken') transport.onerror?.(new CasementError('INVALID_MESSAGE', sorted.why))
  else if (sorted.kind !== 'noise') transport.onmessage?.(message)
}

/**
 * Lets a Casement peer speak through a transport of the MCP SDK, started here. What its `onerror` says is not fatal and goes
 * to the handler given.
 */
export function channelFromTransport(transport: McpTransportLike, onerror?: (error: Error) => void): Channel {
  const report = (error: unknown): void => onerror?.(error instanceof Error ? error : new Error(String(error)))
  const channel = channelCore(
    (message) => {
      started
        .then(() => transport.send(message as never))
        .catch((error: unknown) => {
          report(error)
          // A transport says only later that it could not send. Whoever made a request is told as if the other side had.
          if (isRecord(message) && 'method' in message && 'id' in message) channel.deliver(unsent(message['id'], error))
        })
    },
    () => {
      started.then(() => transport.close()).catch(report)
    },
  )
  transport.onmessage = (message: unknown) => channel.deliver(message)
  transport.onclose = () => channel.close()
  transport.onerror = report
  const started = transport.start()
  started.catch((error: unknown) => channel.close(error))
  return channel
}

const unsent = (id: unknown, error: unknown): object => ({
  jsonrpc: '2.0',
  id,
  error: { code: INTERNAL_ERROR, message: `Could not send: ${String(error)}` },
})
