import type { ServerResponse } from 'node:http'
import type { QuickAnswer, QuickAnswers } from './quick-answers.ts'
import type { QuickRequest } from './quick-request.ts'

const KEEP_ALIVE = 15_000
const STREAM = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' }

/**
 * Answers one request: with one piece of JSON, or, once a tool reports progress or takes long, with a stream of events that keeps
 * proxies from giving up.
 */
export async function exchange(
  find: NonNullable<ReturnType<QuickAnswers['find']>>,
  request: QuickRequest,
  response: ServerResponse,
  auth: unknown,
): Promise<void> {
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  response.once('close', leave)
  const stream = (text: string): void => {
    if (!response.headersSent) response.writeHead(200, STREAM)
    response.write(text)
  }
  const alive = setInterval(() => stream(': keepalive\n\n'), KEEP_ALIVE)
  const { progressToken } = request
  const progress = async (value: number, total?: number, message?: string): Promise<void> => {
    if (progressToken === undefined || gone.signal.aborted) return
    const params = { progressToken, progress: value, total, message }
    stream(event(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })))
  }
  try {
    const answer = await find({ signal: gone.signal, auth, progress })
    if (response.headersSent)
      response.end(event(`{"result":${String(answer)},"jsonrpc":"2.0","id":${JSON.stringify(request.id)}}`))
    else sendJson(response, request.id, answer)
  } finally {
    clearInterval(alive)
    response.off('close', leave)
  }
}

const event = (data: string): string => `event: message\ndata: ${data}\n\n`

/** Sends a result in its envelope. Large ones are not copied for it. */
export function sendJson(response: ServerResponse, id: string | number, result: QuickAnswer): void {
  const tail = `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  if (typeof result === 'string') {
    const body = `{"result":${result}${tail}`
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
    return
  }
  const size = HEAD.length + result.length + Buffer.byteLength(tail)
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': size })
  response.cork()
  response.write(HEAD)
  response.write(result)
  response.end(tail)
}

const HEAD = Buffer.from('{"result":')
