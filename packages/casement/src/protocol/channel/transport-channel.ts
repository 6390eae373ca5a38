import { INTERNAL_ERROR } from '../errors.ts'
import { isRecord } from '../rpc/message.ts'
import { channelCore, type Channel } from './channel.ts'
import { ownChannel, type HasChannel, type McpTransport, type McpTransportLike } from './mcp-transport.ts'

/** The channel behind a transport: its own if it has one, or else one that uses the transport. */
export const channelOf = (transport: Channel | HasChannel | McpTransportLike, onerror?: (error: Error) => void): Channel =>
  ownChannel(transport) ?? channelFromTransport(transport as McpTransportLike, onerror)

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
