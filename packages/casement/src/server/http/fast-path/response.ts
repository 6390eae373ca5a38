import type { ServerResponse } from 'node:http'
import type { ToolContext } from '../../app/tool.ts'
import type { FastRequest } from './request.ts'

const KEEP_ALIVE_MS = 15_000
const MESSAGE_START = Buffer.from('{"result":')
const JSON_HEADERS = { 'Content-Type': 'application/json' }
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** The part of a tool's context that belongs to the HTTP request. */
export type CallContext = Pick<ToolContext, 'signal' | 'auth' | 'progress'>

/** The result of a tool call, or the JSON-RPC error if there is no valid one. */
export type CallOutcome = { readonly result: object } | { readonly error: { readonly code: number; readonly message: string } }

/** Sends a result that is already JSON. The bytes, which may be a large View, are not copied. */
export function sendResult(response: ServerResponse, id: string | number, result: Buffer): void {
  const end = `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  response.writeHead(200, { ...JSON_HEADERS, 'Content-Length': MESSAGE_START.length + result.length + Buffer.byteLength(end) })
  response.cork()
  response.write(MESSAGE_START)
  response.write(result)
  response.end(end)
}

/**
 * Runs a tool and sends its result as JSON. If the tool reports progress or takes long, the response is an event stream instead,
 * with comments that keep proxies from closing the connection.
 */
export async function sendToolResult(
  response: ServerResponse,
  { id, progressToken }: FastRequest,
  auth: unknown,
  run: (context: CallContext) => Promise<CallOutcome>,
): Promise<void> {
  const disconnected = new AbortController()
  const onClose = (): void => disconnected.abort()
  response.once('close', onClose)
  const stream = (text: string): void => {
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS)
    response.write(text)
  }
  const keepAlive = setInterval(() => stream(': keepalive\n\n'), KEEP_ALIVE_MS)
  const progress = async (value: number, total?: number, message?: string): Promise<void> => {
    // A tool may still report progress after its result was sent.
    if (progressToken === undefined || disconnected.signal.aborted || response.writableEnded) return
    const params = { progressToken, progress: value, total, message }
    stream(toEvent(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })))
  }
  try {
    const outcome = await run({ signal: disconnected.signal, auth, progress })
    const message = JSON.stringify({ ...outcome, jsonrpc: '2.0', id })
    if (response.headersSent) response.end(toEvent(message))
    else response.writeHead(200, { ...JSON_HEADERS, 'Content-Length': Buffer.byteLength(message) }).end(message)
  } finally {
    clearInterval(keepAlive)
    response.off('close', onClose)
  }
}

const toEvent = (data: string): string => `event: message\ndata: ${data}\n\n`
