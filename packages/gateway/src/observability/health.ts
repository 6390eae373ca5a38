import type { Hono } from 'hono'
import type { Metrics } from './metrics.ts'

/** What is asked about the health of a gateway. */
export interface Vitals {
  readonly isStoreReady: () => boolean
  readonly isDraining: () => boolean
}

/** For whoever watches the process: alive, ready, and in numbers. */
export function addHealthRoutes(app: Hono, vitals: Vitals, metrics: Metrics): void {
  app.get('/healthz', (context) => context.json({ status: 'alive' }))
  app.get('/readyz', (context) => {
    const ready = vitals.isStoreReady() && !vitals.isDraining()
    const status = vitals.isDraining() ? 'draining' : ready ? 'ready' : 'starting'
    return context.json({ status, store: vitals.isStoreReady() }, ready ? 200 : 503)
  })
  app.get('/metrics', (context) => context.text(metrics.toText(), 200, { 'Content-Type': 'text/plain; version=0.0.4' }))
}
