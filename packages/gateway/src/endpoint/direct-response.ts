import type { ServerResponse } from 'node:http'
import type { DirectCall } from './direct-call.ts'

/** The result or the error of a call. */
export type Outcome = { readonly result: Record<string, unknown> } | { readonly error: unknown }

/** The response to one tool call, written without the SDK. */
export interface DirectResponse {
  /** Aborts when the page leaves. */
  readonly signal: AbortSignal
  /** Sends the outcome. False for one that the SDK has to encode: nothing is sent then. */
  send(outcome: Outcome, serverInfo: object): boolean
}

// As the SDK does it: proxies close connections on which nothing is sent.
const KEEP_ALIVE = 15_000
const RESULT_FIELDS = new Set(['content', 'structuredContent', 'isError', '_meta'])
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Begins a response. One that takes long becomes an event stream with comments that keep the connection open. */
export function createDirectResponse(outgoing: ServerResponse, { id, isModern }: DirectCall): DirectResponse {
  const left = new AbortController()
  const leave = (): void => left.abort(new Error('The page closed the connection.'))
  outgoing.once('close', leave)
  const keepAlive = setInterval(() => {
    if (!outgoing.headersSent) outgoing.writeHead(200, STREAM_HEADERS)
    outgoing.write(': keepalive\n\n')
  }, KEEP_ALIVE)
  return {
    signal: left.signal,
    send(outcome, serverInfo) {
      clearInterval(keepAlive)
      outgoing.off('close', leave)
      const { headersSent: isStream } = outgoing
      if (!isStream && !isPlain(outcome)) return false
      const content =
        'result' in outcome ? { result: isModern ? toModern(outcome.result, serverInfo) : outcome.result } : toError(outcome)
      const message = JSON.stringify({ ...content, jsonrpc: '2.0', id })
      if (isStream) outgoing.end(`event: message\ndata: ${message}\n\n`)
      else
        outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(message) }).end(message)
      return true
    },
  }
}

/** Whether a result has no field that a revision may treat in its own way. */
function isPlain(outcome: Outcome): boolean {
  if ('error' in outcome) return false
  for (const name in outcome.result) if (!RESULT_FIELDS.has(name)) return false
  return true
}

const toModern = (result: Record<string, unknown>, serverInfo: object): object => ({
  resultType: 'complete',
  ...result,
  _meta: { [SERVER_INFO]: serverInfo, ...(result['_meta'] as object | undefined) },
})

function toError({ error }: { readonly error: unknown }): object {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  return {
    error: {
      code: Number.isSafeInteger(code) ? code : -32603,
      message: typeof message === 'string' ? message : 'Internal error',
      ...(data !== undefined && { data }),
    },
  }
}
