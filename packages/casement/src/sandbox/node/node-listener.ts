import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SandboxHandler } from '../handler.ts'

/** A listener for `node:http`, and middleware for Express and its kin. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void

/** Anything that answers a `Request`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/**
 * Answers Node's requests with the sandbox. A request that is not for it goes to `next`; without one it is told that this server
 * is not the one it looks for.
 */
export function toNodeListener(handler: Pick<SandboxHandler, 'fetch' | 'handles'>): NodeListener {
  const answer = fetchListener((request) => handler.fetch(request))
  return (incoming, outgoing, next) => {
    const request = toRequest(incoming, new AbortController().signal)
    if (request && handler.handles(request)) return answer(incoming, outgoing, next)
    if (next) return next()
    outgoing.writeHead(421, { 'Content-Type': 'text/plain' }).end('This address is not served here\n')
  }
}

/** Lets a function from `Request` to `Response` answer Node's requests. */
export function fetchListener(answer: FetchHandler): NodeListener {
  return (incoming, outgoing, next) => void respond(answer, incoming, outgoing, next)
}

async function respond(
  answer: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  try {
    const request = toRequest(incoming, gone.signal)
    const response = request ? await answer(request) : new Response(null, { status: 400 })
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    // So that an event stream is open before its first event.
    outgoing.flushHeaders()
    if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing)
    else outgoing.end()
  } catch (error) {
    // Whoever asked has left: nobody to tell, and nothing that went wrong here.
    if (gone.signal.aborted) return
    if (next) return next(error)
    if (!outgoing.headersSent) outgoing.writeHead(500)
    outgoing.end()
  }
}

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
