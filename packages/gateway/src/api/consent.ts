import type { ConsentLevel } from 'casement/host'
import { z } from 'zod'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'
import { nameSchema, noContent } from './body.ts'

const bodySchema = z.object({ app: nameSchema, kind: nameSchema, level: nameSchema })

const WHICH = { app: 'Only that of this app. Default: all.', kind: 'Only that for this kind of request. Default: all.' }

/** Remembered consent. */
export const consentRoutes = (store: Store, now: () => number = Date.now): Route[] => [
  route({
    method: 'GET',
    path: '/api/consent',
    access: 'member',
    query: WHICH,
    async handle({ context, principal }) {
      const { app = null, kind = null } = context.req.query()
      return context.json(await store.as(principal).listConsent(app, kind))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/consent',
    access: 'member',
    body: bodySchema,
    async handle({ body: { app, kind, level }, principal }) {
      await store.as(principal).writeConsent({ app, kind, level: level as ConsentLevel, at: now() })
      return noContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/consent',
    access: 'member',
    query: WHICH,
    async handle({ context, principal }) {
      const { app = null, kind = null } = context.req.query()
      await store.as(principal).removeConsent(app, kind)
      return noContent()
    },
  }),
]
