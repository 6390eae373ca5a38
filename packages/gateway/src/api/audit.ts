import { randomUUID } from 'node:crypto'
import type { AuditEvent } from 'casement/host'
import { z } from 'zod'
import { shorten } from '../endpoint/audit-log.ts'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'
import { nameSchema, noContent, readCount } from './body.ts'

const MAX_EVENTS = 500
const MAX_READ = 1000

const isEvent = (value: unknown): value is AuditEvent =>
  typeof value === 'object' && value !== null && 'at' in value && Number.isSafeInteger(value.at) && 'method' in value

const bodySchema = z.object({
  conversation: nameSchema.optional(),
  events: z
    .array(z.custom<AuditEvent>(isEvent, 'must be an audit event'), 'must be a list of audit events')
    .max(MAX_EVENTS, `must be a list of at most ${MAX_EVENTS} audit events`),
})

/** The audit log: what the gate of the page decided, next to what passed through here. */
export const auditRoutes = (store: Store): Route[] => [
  route({
    method: 'POST',
    path: '/api/audit',
    access: 'member',
    body: bodySchema,
    maxBytes: 4 * 1024 * 1024,
    async handle({ body: { conversation, events } }) {
      await store.appendAudit(events.map((event) => ({ key: randomUUID(), conversation, event: shorten(event) })))
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/audit',
    access: 'member',
    async handle({ context }) {
      const { conversation = null, before, limit } = context.req.query()
      return context.json(
        await store.listAudit({
          conversation,
          before: readCount('before', before),
          limit: Math.min(readCount('limit', limit) ?? 100, MAX_READ),
        }),
      )
    },
  }),
]
