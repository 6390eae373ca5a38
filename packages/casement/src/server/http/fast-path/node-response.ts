import type { ServerResponse } from 'node:http'
import {
  JSON_HEADERS,
  KEEP_ALIVE,
  KEEP_ALIVE_MS,
  progressEvent,
  STREAM_HEADERS,
  toEvent,
  type FastCall,
  type ToolCall,
} from './fast-call.ts'

const MESSAGE_START = Buffer.from('{"result":')

/** Sends the response to a request that the fast path handles. */
export async function sendFastCall(response: ServerResponse, call: FastCall, auth: unknown): Promise<void> {
  if ('run' in call) return sendToolResult(response, call, auth)
  sendResult(response, call.id, await call.read())
}

/** Sends a result that is already JSON. The bytes, which may be a large View, are not copied. */
function sendResult(response: ServerResponse, id: string | number, result: Uint8Array): void {
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
async function sendToolResult(response: ServerResponse, { id, progressToken, run }: ToolCall, auth: unknown): Promise<void> {
  const disconnected = new AbortController()
  const onClose = (): void => disconnected.abort()
  response.once('close', onClose)
  const stream = (text: string): void => {
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS)
    response.write(text)
  }
  const keepAlive = setInterval(() => stream(KEEP_ALIVE), KEEP_ALIVE_MS)
  const progress = async (value: number, total?: number, message?: string): Promise<void> => {
    // A tool may still report progress after its result was sent.
    if (progressToken === undefined || disconnected.signal.aborted || response.writableEnded) return
    stream(progressEvent(progressToken, value, total, message))
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
