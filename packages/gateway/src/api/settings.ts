import { z } from 'zod'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'

const MAX_DAYS = 36_500
const DAYS = `must be an integer from 1 to ${MAX_DAYS}, or null to keep everything`
const bodySchema = z.object({ retentionDays: z.int(DAYS).min(1, DAYS).max(MAX_DAYS, DAYS).nullable() })

/** The settings of a user, for what the user has stored. */
export const settingsRoutes = (store: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/settings',
    access: 'member',
    handle: async ({ context, principal }) => context.json(await store.as(principal).readSettings()),
  }),
  route({
    method: 'PUT',
    path: '/api/settings',
    access: 'member',
    body: bodySchema,
    async handle({ context, body, principal }) {
      await store.as(principal).writeSettings(body)
      await store.as(principal).removeExpired()
      return context.json(await store.as(principal).readSettings())
    },
  }),
]
