import type { HttpBindings } from '@hono/node-server'
import type { SandboxHandler } from 'casement/sandbox'
import type { Hono } from 'hono'
import type { Metrics } from './observability/metrics.ts'
import { refuse } from './security/guard.ts'
import { isLoopback, type Names } from './security/names.ts'

/** Who answers what. */
export interface FrontDoorOptions {
  readonly names: Names
  readonly sandbox: SandboxHandler
  readonly app: Hono
  readonly health: Hono
  readonly opaqueProxy: () => Promise<Response>
  readonly metrics: Metrics
  readonly isDraining: () => boolean
}

/** Answers every request that reaches the sockets. */
export interface FrontDoor {
  fetch(request: Request, bindings: HttpBindings): Promise<Response>
  /** Requests whose answer has not begun. */
  readonly inFlight: number
}

const MOST_IN_FLIGHT = 1000
const HEALTH = /^\/(healthz|readyz|metrics)$/

/** Sends each request where it belongs, by its `Host`. */
export function createFrontDoor(options: FrontDoorOptions): FrontDoor {
  const { names, sandbox, app, health, metrics } = options
  let inFlight = 0

  async function route(request: Request, bindings: HttpBindings): Promise<Response> {
    const { host, pathname } = new URL(request.url)
    if (HEALTH.test(pathname) && isLocal(bindings)) return health.fetch(request)
    if (options.isDraining()) return refuse(503, 'DRAINING', 'This gateway is being stopped.', { 'Retry-After': '1' })
    if (inFlight > MOST_IN_FLIGHT) return refuse(503, 'OVER_BUDGET', 'Too many requests are under way.', { 'Retry-After': '1' })
    if (sandbox.handles(request)) return sandbox.fetch(request)
    if (host === names.opaqueHost) {
      if (pathname === '/sandbox-proxy.html') return options.opaqueProxy()
      // Only the relay may be at this origin: it must never share one with the page.
      return pathname === '/' ? Response.redirect(`${names.origin}/`, 302) : refuse(404, 'NOT_FOUND', 'There is nothing here.')
    }
    return app.fetch(request, bindings)
  }

  return {
    get inFlight() {
      return inFlight
    },
    async fetch(request, bindings) {
      const start = performance.now()
      inFlight++
      try {
        const response = await route(request, bindings)
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

const isLocal = (bindings: HttpBindings): boolean =>
  isLoopback((bindings.incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
