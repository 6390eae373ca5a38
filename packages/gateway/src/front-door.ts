import type { HttpBindings } from '@hono/node-server'
import type { SandboxHandler } from 'casement/sandbox'
import type { Metrics } from './observability/metrics.ts'
import type { Log } from './observability/log.ts'
import type { BodyReader } from './request-body.ts'
import { lockResponse } from './security/locked-response.ts'
import { isPageHost, type Names } from './security/names.ts'
import { refuse } from './security/refusal.ts'

/** The handlers of the front door. */
export interface FrontDoorOptions {
  readonly names: Names
  readonly sandbox: Pick<SandboxHandler, 'fetch' | 'handles'>
  /** The routes of the page. */
  readonly page: FetchHandler
  /** The routes of monitoring, at the page's origin. They work while too many requests are in flight. */
  readonly health: FetchHandler
  readonly opaqueProxy: () => Promise<Response>
  readonly bodies: BodyReader
  readonly metrics: Metrics
  readonly log: Log
}

interface FetchHandler {
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>
}

/** Handles every request that reaches the sockets. */
export interface FrontDoor {
  fetch(request: Request, bindings: HttpBindings): Promise<Response>
  /** Requests without a response so far. */
  readonly inFlight: number
}

const MAX_IN_FLIGHT = 1000
const MAX_SANDBOX_BODY_BYTES = 64 * 1024
const HEALTH = /^\/(healthz|readyz|metrics)$/

/**
 * Sends each request to its origin, by its `Host`. There are two kinds: the page's, and all others, where a View may be. Every
 * response at an origin of the second kind passes `lockResponse`, whoever made it, so that no route can forget the policy.
 */
export function createFrontDoor(options: FrontDoorOptions): FrontDoor {
  const { names, metrics } = options
  let inFlight = 0
  const tooMuch = (): Response | undefined => {
    if (inFlight <= MAX_IN_FLIGHT) return undefined
    return refuse(503, 'OVER_BUDGET', 'Too many requests are in flight.', { 'Retry-After': '1' })
  }
  const respond = async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const isPage = isPageHost(names, hostOf(request))
    try {
      if (!isPage) return lockResponse(tooMuch() ?? (await respondAtSandbox(request, bindings, options)))
      const { pathname } = new URL(request.url)
      if (HEALTH.test(pathname)) return await options.health.fetch(request, bindings)
      return tooMuch() ?? (await respondAtPage(request, bindings, options))
    } catch (error) {
      options.log({ level: 'error', event: 'request-failed', reason: error instanceof Error ? error.stack : String(error) })
      const failure = refuse(500, 'INTERNAL', 'The gateway failed to respond. Its log has the cause.')
      return isPage ? failure : lockResponse(failure)
    }
  }
  return {
    get inFlight() {
      return inFlight
    },
    async fetch(request, bindings) {
      const start = performance.now()
      inFlight++
      try {
        const response = await respond(request, bindings)
        const place = new URL(request.url).pathname.split('/')[1] ?? ''
        metrics.count('casement_http_requests_total', {
          route: PLACES.has(place) ? place : 'other',
          status: String(response.status),
        })
        metrics.time('casement_http_request_seconds', (performance.now() - start) / 1000)
        return response
      } finally {
        inFlight--
      }
    },
  }
}

const PLACES = new Set(['api', 'mcp', 'sandbox', 'view', 'proxy', 'report', 'reports', 'oauth', 'healthz', 'readyz', 'metrics'])

/** The host that a request is for. A request line that names another one than the header is for neither. */
function hostOf(request: Request): string {
  const { host } = new URL(request.url)
  const header = `http://${request.headers.get('host') ?? ''}`
  return URL.canParse(header) && new URL(header).host === host ? host : ''
}

/** The page's origin: only for the page itself and its user. */
async function respondAtPage(request: Request, bindings: HttpBindings, { names, page }: FrontDoorOptions): Promise<Response> {
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== `${names.protocol}://${hostOf(request)}`)
    return refuse(403, 'WRONG_ORIGIN', 'Only the page of this gateway may send this request.')
  return page.fetch(request, bindings)
}

/** All other origins: the relay and the Views. */
async function respondAtSandbox(
  request: Request,
  { incoming }: HttpBindings,
  { names, sandbox, opaqueProxy, bodies }: FrontDoorOptions,
): Promise<Response> {
  const host = hostOf(request)
  if (sandbox.handles(request) && host !== '') {
    if (request.method === 'GET' || request.method === 'HEAD') return sandbox.fetch(request)
    return bodies.withBody(incoming, MAX_SANDBOX_BODY_BYTES, (body) => {
      const { url, method, headers } = request
      return sandbox.fetch(new Request(url, { method, headers, ...(body.length > 0 && { body }) }))
    })
  }
  if (host !== names.opaqueHost) return refuse(421, 'WRONG_HOST', 'This host name is not served here.')
  const { pathname, search } = new URL(request.url)
  if (pathname === '/sandbox-proxy.html') return opaqueProxy()
  // Only the relay may be at this origin: it must never share one with the page.
  if (pathname === '/') return new Response(null, { status: 302, headers: { Location: `${names.origin}/${search}` } })
  return refuse(404, 'NOT_FOUND', 'Not found: there is no such route.')
}
