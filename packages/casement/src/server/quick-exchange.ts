import type { ServerResponse } from 'node:http'
import type { CallContext, QuickAnswer } from './quick-answers.ts'
import type { QuickRequest } from './quick-request.ts'

const KEEP_ALIVE = 15_000
const HEAD = Buffer.from('{"result":')
const JSON_TYPE = { 'Content-Type': 'application/json' }
const STREAM = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' }

/**
 * Answers one request: with one piece of JSON, or, once a tool reports progress or takes long, with a stream of events that keeps
 * proxies from giving up.
 */
export async function exchange(
  answer: QuickAnswer,
  request: QuickRequest,
  response: ServerResponse,
  auth: unknown,
): Promise<void> {
  if ('run' in answer) await runAnswer(answer.run, request, response, auth)
  else sendBytes(response, request.id, answer.bytes instanceof Promise ? await answer.bytes : answer.bytes)
}

async function runAnswer(
  run: (context: CallContext) => Promise<string>,
  { id, progressToken }: QuickRequest,
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
  const progress = async (value: number, total?: number, message?: string): Promise<void> => {
    if (progressToken === undefined || gone.signal.aborted) return
    const params = { progressToken, progress: value, total, message }
    stream(event(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })))
  }
  try {
    const message = `{"result":${await run({ signal: gone.signal, auth, progress })}${tailOf(id)}`
    if (response.headersSent) response.end(event(message))
    else response.writeHead(200, { ...JSON_TYPE, 'Content-Length': Buffer.byteLength(message) }).end(message)
  } finally {
    clearInterval(alive)
    response.off('close', leave)
  }
}

const tailOf = (id: string | number): string => `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`

const event = (data: string): string => `event: message\ndata: ${data}\n\n`

// A View is not copied to be sent.
function sendBytes(response: ServerResponse, id: string | number, result: Buffer): void {
  const tail = tailOf(id)
  response.writeHead(200, { ...JSON_TYPE, 'Content-Length': HEAD.length + result.length + Buffer.byteLength(tail) })
  response.cork()
  response.write(HEAD)
  response.write(result)
  response.end(tail)
}
