import { randomUUID } from 'node:crypto'
import type { AuditEvent } from 'casement/host'
import { stream } from 'hono/streaming'
import { z } from 'zod'
import { shorten } from '../endpoint/audit-log.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'
import type { UserStore } from '../store/user-store.ts'
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

/** The user's audit log: what the gate of the page decided, next to what passed through here. For admins, an export of all logs. */
export const auditRoutes = (store: Store, limits: RequestLimits | undefined): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    query: { after: 'The id of the last record of a previous export.' },
    handle({ context, principal }) {
      const after = readCount('after', context.req.query('after')) ?? 0
      context.header('Content-Type', 'application/jsonl; charset=utf-8')
      context.header('Cache-Control', 'no-store')
      return stream(context, async (out) => {
        for await (const line of exportLines(store.as(principal), after)) {
          if (out.aborted) return
          await out.write(line)
        }
      })
    },
  }),
  route({
    method: 'POST',
    path: '/api/audit',
    access: 'member',
    body: bodySchema,
    maxBytes: 4 * 1024 * 1024,
    async handle({ body: { conversation, events }, principal }) {
      const refusal = limits?.noteEvents(principal, events.length)
      if (refusal) return refusal
      await store.as(principal).appendAudit(events.map((event) => ({ key: randomUUID(), conversation, event: shorten(event) })))
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/audit',
    access: 'member',
    query: {
      conversation: 'Only records of this conversation.',
      before: 'Only records older than the one with this id.',
      limit: 'The number of records. Default 100, at most 1,000.',
    },
    async handle({ context, principal }) {
      const { conversation = null, before, limit } = context.req.query()
      return context.json(
        await store.as(principal).listAudit({
          conversation,
          before: readCount('before', before),
          limit: Math.min(readCount('limit', limit) ?? 100, MAX_READ),
        }),
      )
    },
  }),
]

/** The logs of a tenant as JSON Lines, the oldest first. */
async function* exportLines(store: UserStore, after: number): AsyncGenerator<string> {
  for (let last = after; ;) {
    const records = await store.exportAudit(last, MAX_READ)
    for (const record of records) yield `${JSON.stringify(record)}\n`
    if (records.length < MAX_READ) return
    last = records.at(-1)?.id ?? last
  }
}
