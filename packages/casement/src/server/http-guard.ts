import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpOptions } from './http-options.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Answers what must not, or need not, reach the apps: wrong hosts and origins, preflights, other paths. True when it has. */
export type HttpGuard = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Closes DNS rebinding and cross-site calls: the `Host` must be a name of ours, and a web page may only call from origins that are
 * allowed. Clients that are no web pages send no `Origin`.
 */
export function createHttpGuard(options: HttpOptions): HttpGuard {
  const { host = '127.0.0.1', path = '/mcp' } = options
  const hosts = new Set(options.allowedHosts ?? [...LOOPBACK, host.includes(':') ? `[${host}]` : host])
  const origins = new Set(options.allowedOrigins ?? LOOPBACK)
  const admitted = new Map<string, boolean>()
  const isAllowed = (names: ReadonlySet<string>, url: string): boolean => {
    const key = `${names === hosts}${url}`
    const known = admitted.get(key)
    if (known !== undefined) return known
    const allowed = names.has(hostnameOf(url))
    // Only what is allowed is kept: strangers cannot fill the memory.
    if (allowed) admitted.set(key, true)
    return allowed
  }
  return (request, response) => {
    const { host: addressed = '', origin } = request.headers
    if (!isAllowed(hosts, `http://${addressed}`))
      return refuse(response, 403, `Invalid Host: ${addressed}. Add it to allowedHosts`)
    if (origin !== undefined) {
      if (!isAllowed(origins, origin)) return refuse(response, 403, `Invalid Origin: ${origin}. Add it to allowedOrigins`)
      allowPage(response, origin)
      if (request.method === 'OPTIONS') return finish(response, 204)
    }
    const [asked] = (request.url ?? '').split('?', 1)
    return asked === path ? false : refuse(response, 404, `Nothing is served at ${asked}; the endpoint is ${path}`)
  }
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function allowPage(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Vary', 'Origin')
  response.setHeader('Access-Control-Allow-Methods', 'POST, GET, DELETE, OPTIONS')
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID',
  )
  response.setHeader('Access-Control-Expose-Headers', 'Mcp-Protocol-Version, Mcp-Session-Id, WWW-Authenticate')
  response.setHeader('Access-Control-Max-Age', '600')
}

function finish(response: ServerResponse, status: number): true {
  response.writeHead(status).end()
  return true
}

/** Refuses a request with a JSON-RPC error that says why. */
export function refuse(response: ServerResponse, status: number, message: string, code = -32000): true {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  return true
}
