import type { Hono } from 'hono'
import type { DatabaseState } from '../store/unavailable.ts'
import type { Metrics } from './metrics.ts'

/** What is asked about the health of a gateway. */
export interface Vitals {
  readonly storeState: () => DatabaseState
  readonly isDraining: () => boolean
}

/** For whoever watches the process: alive, ready, and in numbers. */
export function addHealthRoutes(app: Hono, vitals: Vitals, metrics: Metrics): void {
  app.get('/healthz', (context) => context.json({ status: 'alive' }))
  app.get('/readyz', (context) => {
    const state = vitals.storeState()
    const isReady = state.status === 'ready'
    if (vitals.isDraining()) return context.json({ status: 'draining', store: isReady }, 503)
    if (isReady) return context.json({ status: 'ready', store: true })
    return context.json({ status: 'unavailable', store: false, reason: state.reason }, 503, { 'Retry-After': '1' })
  })
  app.get('/metrics', (context) => context.text(metrics.toText(), 200, { 'Content-Type': 'text/plain; version=0.0.4' }))
}
