import type { AuditEvent } from 'casement/host'
import type { AuditRecord } from '../api.ts'
import type { Sql } from './sql.ts'

/** An event, and where it belongs. */
export interface NewAudit {
  /** Unique: a record that is written twice is in the log once. */
  readonly key: string
  readonly conversation: string | undefined
  readonly event: AuditEvent
}

/** Which part of the log is asked for: the newest first, below `before`. */
export interface AuditPage {
  readonly conversation: string | null
  readonly before: number | null
  readonly limit: number
}

/** Appends to the log, all in one commit. */
export async function appendAudit(sql: Sql, events: readonly NewAudit[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((_, index) => `($${index * 4 + 1}, $${index * 4 + 2}, $${index * 4 + 3}, $${index * 4 + 4})`)
  const values = events.flatMap(({ key, conversation, event }) => [key, conversation ?? null, event.at, JSON.stringify(event)])
  await sql.query(
    `insert into audit (key, conversation, at, body) values ${rows.join(', ')} on conflict (key) do nothing`,
    values,
  )
}

/** A page of the log, the newest first. */
export async function listAudit(sql: Sql, { conversation, before, limit }: AuditPage): Promise<AuditRecord[]> {
  const rows = await sql.query<{ id: string | number; conversation: string | null; body: string }>(
    `select id, conversation, body from audit
     where ($1::text is null or conversation = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [conversation, before, limit],
  )
  return rows.map((row) =>
    Object.assign(JSON.parse(row.body) as AuditEvent, {
      id: Number(row.id),
      ...(row.conversation !== null && { conversation: row.conversation }),
    }),
  )
}
