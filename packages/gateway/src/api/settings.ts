import type { Hono } from 'hono'
import type { Store } from '../store/store.ts'
import { invalid, readBody } from './body.ts'

const LONGEST_DAYS = 36_500

/** What the person decided about the store. */
export function addSettingsRoutes(app: Hono, store: Store): void {
  app.get('/api/settings', async (context) => context.json(await store.readSettings()))
  app.put('/api/settings', async (context) => {
    const { retentionDays } = await readBody(context)
    const isCount = typeof retentionDays === 'number' && Number.isSafeInteger(retentionDays)
    if (retentionDays !== null && !(isCount && retentionDays >= 1 && retentionDays <= LONGEST_DAYS))
      throw invalid(`retentionDays must be a whole number from 1 to ${LONGEST_DAYS}, or null to keep everything`)
    await store.writeSettings({ retentionDays })
    await store.removeExpired()
    return context.json(await store.readSettings())
  })
}
