import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpOptions } from './options.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
// Clients choose the port and whatever follows it, so the number of different URLs is not bounded.
const MAX_CACHED_URLS = 100

/** Responds to requests that must not reach the apps: wrong hosts, origins and paths, and preflights. Returns true if it did. */
export type HttpGuard = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Prevents DNS rebinding and cross-site requests: the `Host` must be allowed, and so must the `Origin` of a web page. Clients that
 * are not web pages send no `Origin`.
 */
export function createHttpGuard(options: HttpOptions): HttpGuard {
  const { host = '127.0.0.1', path = '/mcp' } = options
  const isAllowedHost = allowList(options.allowedHosts ?? [...LOOPBACK, host.includes(':') ? `[${host}]` : host])
  const isAllowedOrigin = allowList(options.allowedOrigins ?? LOOPBACK)
  return (request, response) => {
    const { host: requestedHost = '', origin } = request.headers
    if (!isAllowedHost(`http://${requestedHost}`))
      return sendError(response, 403, `Invalid Host: ${requestedHost}. Add it to allowedHosts`)
    if (origin !== undefined) {
      if (!isAllowedOrigin(origin)) return sendError(response, 403, `Invalid Origin: ${origin}. Add it to allowedOrigins`)
      setCorsHeaders(response, origin)
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end()
        return true
      }
    }
    const [requestedPath] = (request.url ?? '').split('?', 1)
    if (requestedPath === path) return false
    return sendError(response, 404, `Not found: ${requestedPath}. The MCP endpoint is ${path}`)
  }
}

/** Checks the host name of a URL. */
function allowList(hostnames: readonly string[]): (url: string) => boolean {
  const allowed = new Set(hostnames)
  // Parsing a URL is slow, and nearly all requests name the same one.
  const cache = new Set<string>()
  return (url) => {
    if (cache.has(url)) return true
    const isAllowed = URL.canParse(url) && allowed.has(new URL(url).hostname)
    if (isAllowed && cache.size < MAX_CACHED_URLS) cache.add(url)
    return isAllowed
  }
}

function setCorsHeaders(response: ServerResponse, origin: string): void {
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

/** Sends a JSON-RPC error that belongs to no request id. Returns true, for guards. */
export function sendError(response: ServerResponse, status: number, message: string, code = -32000): true {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
  return true
}
