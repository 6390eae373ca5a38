import type { ConsentLevel } from 'casement/host'
import type { Hono } from 'hono'
import type { Store } from '../store/store.ts'
import { checkName, readBody } from './body.ts'

/** Remembered answers. */
export function addConsentRoutes(app: Hono, store: Store, now: () => number = Date.now): void {
  app.get('/api/consent', async (context) => {
    const { app: which = null, kind = null } = context.req.query()
    return context.json(await store.listConsent(which, kind))
  })
  app.put('/api/consent', async (context) => {
    const { app: which, kind, level } = await readBody(context)
    await store.writeConsent({
      app: checkName('app', which),
      kind: checkName('kind', kind),
      level: checkName('level', level) as ConsentLevel,
      at: now(),
    })
    return context.body(null, 204)
  })
  app.delete('/api/consent', async (context) => {
    const { app: which = null, kind = null } = context.req.query()
    await store.removeConsent(which, kind)
    return context.body(null, 204)
  })
}
