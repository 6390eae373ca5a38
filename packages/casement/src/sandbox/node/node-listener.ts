import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import type { SandboxHandler } from '../handler.ts'

/** A listener for `node:http`, and middleware for Express and similar frameworks. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void

/** Responds to a `Request`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/**
 * Serves the sandbox to Node's requests. A request that is not for the sandbox goes to `next`, or gets a 421 response if there is none.
 */
export function toNodeListener(handler: Pick<SandboxHandler, 'fetch' | 'handles'>): NodeListener {
  const listener = fetchListener((request) => handler.fetch(request))
  return (incoming, outgoing, next) => {
    const request = toRequest(incoming, new AbortController().signal)
    if (request && handler.handles(request)) return listener(incoming, outgoing, next)
    if (next) return next()
    outgoing.writeHead(421, { 'Content-Type': 'text/plain' }).end('This host is not served here\n')
  }
}

/** Adapts a function from `Request` to `Response` to Node's requests. */
export function fetchListener(handler: FetchHandler): NodeListener {
  return (incoming, outgoing, next) => void respond(handler, incoming, outgoing, next)
}

async function respond(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
): Promise<void> {
  const closed = new AbortController()
  outgoing.once('close', () => closed.abort())
  try {
    const request = toRequest(incoming, closed.signal)
    const response = request ? await handler(request) : new Response(null, { status: 400 })
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    // Opens an event stream before its first event.
    outgoing.flushHeaders()
    if (response.body) await pipeline(nodeStream(response.body), outgoing)
    else outgoing.end()
  } catch (error) {
    // The client has disconnected, which is not an error.
    if (closed.signal.aborted) return
    if (next) return next(error)
    if (!outgoing.headersSent) outgoing.writeHead(500)
    outgoing.end()
  }
}

// A Node stream cancels the body when the client disconnects. Node and the DOM declare the same web stream twice.
const nodeStream = (body: object): Readable => Readable.fromWeb(body as NodeReadableStream)

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const secure = 'encrypted' in incoming.socket && incoming.socket.encrypted === true
  const address = `${secure ? 'https' : 'http'}://${incoming.headers.host ?? ''}${incoming.url ?? ''}`
  if (!incoming.headers.host || !incoming.url?.startsWith('/') || !URL.canParse(address)) return undefined
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? null : Readable.toWeb(incoming)
  return new Request(address, { method, headers, body, signal, duplex: 'half' } as object)
}
