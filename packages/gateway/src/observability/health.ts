import { readRoute, type Route } from '../router.ts'
import type { DatabaseState } from '../store/unavailable.ts'
import type { Metrics } from './metrics.ts'

/** The state of a gateway that its health routes report. */
export interface Vitals {
  readonly storeState: () => DatabaseState
  readonly isDraining: () => boolean
}

/** Routes for monitoring: the process lives, it is ready, and its metrics. */
export function healthRoutes(access: 'public' | 'admin', vitals: Vitals, metrics: Metrics): Route[] {
  const health = (path: string, handle: () => Response): Route => readRoute(access, 'bearer', path, handle)
  return [
    health('/healthz', () => respond(JSON.stringify({ status: 'alive' }))),
    health('/readyz', () => {
      const state = vitals.storeState()
      const store = state.status === 'ready'
      if (vitals.isDraining()) return respond(JSON.stringify({ status: 'draining', store }), 503)
      if (state.status === 'ready') return respond(JSON.stringify({ status: 'ready', store }))
      return respond(JSON.stringify({ status: 'unavailable', store, reason: state.reason }), 503)
    }),
    health('/metrics', () => respond(metrics.toText(), 200, 'text/plain; version=0.0.4')),
  ]
}

const respond = (text: string, status = 200, type = 'application/json'): Response =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': '1' }),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
