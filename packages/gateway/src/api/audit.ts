import { randomUUID } from 'node:crypto'
import type { AuditEvent } from 'casement/host'
import type { Hono } from 'hono'
import { shorten } from '../endpoint/audit-log.ts'
import type { Store } from '../store/store.ts'
import { checkName, invalid, readBody, readCount } from './body.ts'

const MOST_EVENTS = 500
const MOST_READ = 1000

/** The audit log: what the gate of the page decided, next to what passed through here. */
export function addAuditRoutes(app: Hono, store: Store): void {
  app.post('/api/audit', async (context) => {
    const { conversation, events } = await readBody(context)
    if (!Array.isArray(events) || events.length > MOST_EVENTS || !events.every(isEvent))
      throw invalid(`events must be a list of at most ${MOST_EVENTS} audit events`)
    const where = conversation === undefined ? undefined : checkName('conversation', conversation)
    await store.appendAudit(events.map((event) => ({ key: randomUUID(), conversation: where, event: shorten(event) })))
    return context.body(null, 204)
  })
  app.get('/api/audit', async (context) => {
    const { conversation = null, before, limit } = context.req.query()
    return context.json(
      await store.listAudit({
        conversation,
        before: readCount('before', before),
        limit: Math.min(readCount('limit', limit) ?? 100, MOST_READ),
      }),
    )
  })
}

const isEvent = (value: unknown): value is AuditEvent =>
  typeof value === 'object' && value !== null && 'at' in value && Number.isSafeInteger(value.at) && 'method' in value
