import type { HttpOptions } from './options.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
// Clients choose the rest of the URL, so the number of different URLs is not bounded.
const MAX_CACHED_URLS = 100

/** The parts of a request that the guard checks. */
export interface GuardedRequest {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly origin: string | undefined
}

/** The headers of every response to the request and, if it must not reach the apps, the status and the reason. */
export interface GuardOutcome {
  readonly headers: Readonly<Record<string, string>>
  readonly refusal?: { readonly status: number; readonly message?: string }
}

/** Handles requests that must not reach the apps: wrong hosts, origins and paths, and preflights. */
export type HttpGuard = (request: GuardedRequest) => GuardOutcome

const NO_HEADERS = {}

/** The part of the options that the guard needs. A list or path that is missing allows everything. */
export type GuardOptions = Pick<HttpOptions, 'allowedHosts' | 'path'> & { readonly allowedOrigins: readonly string[] }

/** The default lists of a server that listens at an address of its own. */
export function guardOptionsFor({ host = '127.0.0.1', path = '/mcp', allowedHosts, allowedOrigins }: HttpOptions): GuardOptions {
  return {
    path,
    allowedHosts: allowedHosts ?? [...LOOPBACK, host.includes(':') ? `[${host}]` : host],
    allowedOrigins: allowedOrigins ?? LOOPBACK,
  }
}

/**
 * Prevents DNS rebinding and cross-site requests: the `Host` must be allowed, and so must the `Origin` of a web page. Clients that
 * are not web pages send no `Origin`.
 */
export function createHttpGuard({ allowedHosts, allowedOrigins, path }: GuardOptions): HttpGuard {
  const isAllowedHost = allowedHosts ? allowList(allowedHosts) : () => true
  const isAllowedOrigin = allowList(allowedOrigins)
  return ({ method, path: requestedPath, host, origin }) => {
    if (!isAllowedHost(`http://${host}`)) return refuse(403, `Invalid Host: ${host}. Add it to allowedHosts`)
    if (origin !== undefined && !isAllowedOrigin(origin))
      return refuse(403, `Invalid Origin: ${origin}. Add it to allowedOrigins`)
    const headers = origin === undefined ? NO_HEADERS : corsHeaders(origin)
    if (origin !== undefined && method === 'OPTIONS') return { headers, refusal: { status: 204 } }
    if (path === undefined || requestedPath === path) return { headers }
    return refuse(404, `Not found: ${requestedPath}. The MCP endpoint is ${path}`, headers)
  }
}

/** The host names of web pages on the same machine. */
export { LOOPBACK as LOOPBACK_HOSTS }

const refuse = (status: number, message: string, headers: GuardOutcome['headers'] = NO_HEADERS): GuardOutcome => ({
  headers,
  refusal: { status, message },
})

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

const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  Vary: 'Origin',
  'Access-Control-Allow-Methods': 'POST, GET, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID',
  'Access-Control-Expose-Headers': 'Mcp-Protocol-Version, Mcp-Session-Id, WWW-Authenticate',
  'Access-Control-Max-Age': '600',
})
