import { z } from 'zod'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'

const MAX_DAYS = 36_500
const DAYS = `must be an integer from 1 to ${MAX_DAYS}, or null to keep everything`
const bodySchema = z.object({ retentionDays: z.int(DAYS).min(1, DAYS).max(MAX_DAYS, DAYS).nullable() })

/** The settings of the store. */
export const settingsRoutes = (store: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/settings',
    access: 'member',
    handle: async ({ context }) => context.json(await store.readSettings()),
  }),
  route({
    method: 'PUT',
    path: '/api/settings',
    access: 'admin',
    body: bodySchema,
    async handle({ context, body }) {
      await store.writeSettings(body)
      await store.removeExpired()
      return context.json(await store.readSettings())
    },
  }),
]
