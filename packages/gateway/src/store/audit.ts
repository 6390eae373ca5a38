import type { AuditEvent } from 'casement/host'
import type { AuditRecord } from '../api.ts'
import { readTraceContext } from '../endpoint/trace-context.ts'
import type { Sql, SqlValue } from './sql.ts'

/** An event, with the trace that it belongs to. */
export type TracedEvent = AuditEvent & Pick<AuditRecord, 'traceparent'>

/** An event, and where it belongs. */
export interface NewAudit {
  /** Unique: a record that is written twice is in the log once. */
  readonly key: string
  readonly conversation: string | undefined
  readonly event: TracedEvent
  /** The event as JSON, if it was serialized before. */
  readonly body?: string | undefined
}

/** The requested part of the log: newest first, below `before`. */
export interface AuditPage {
  readonly conversation: string | null
  readonly before: number | null
  readonly limit: number
}

const COLUMNS = {
  key: 'text',
  conversation: 'text',
  at: 'bigint',
  method: 'text',
  target: 'text',
  decision: 'text',
  traceparent: 'text',
  body: 'text',
} as const
// One array per column: PostgreSQL plans the statement once, and not a parameter for each value of each row.
const ARRAYS = Object.values(COLUMNS).map((type, index) => `$${index + 1}::${type}[]`)
const INSERT = `insert into audit (${Object.keys(COLUMNS).join(', ')}) select * from unnest(${ARRAYS.join(', ')})
  on conflict (tenant_id, user_id, key) do nothing`

/** Appends to the log of a user, all in one commit. */
export async function appendAudit(sql: Sql, events: readonly NewAudit[]): Promise<void> {
  if (events.length === 0) return
  const columns: (string | number | null)[][] = Object.keys(COLUMNS).map(() => [])
  for (const { key, conversation, event, body = JSON.stringify(event) } of events) {
    const row = [key, text(conversation), event.at, ...summaryOf(event), body]
    row.forEach((value, index) => columns[index]?.push(value))
  }
  await sql.query(INSERT, columns.map(toArray))
}

/** An array in PostgreSQL's own notation. */
function toArray(values: readonly (string | number | null)[]): string {
  const items = values.map((value) => {
    if (value === null) return 'NULL'
    return typeof value === 'number' ? String(value) : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${items.join(',')}}`
}

/** Method, target, decision and trace: columns of their own, because an export has them and not the rest. The page may send anything. */
const summaryOf = ({ method, target, decision, traceparent }: Partial<TracedEvent>): (string | null)[] => [
  text(method),
  text(target),
  text(decision),
  readTraceContext(traceparent, undefined)?.traceparent ?? null,
]

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value.replace(/[\0\ud800-\udfff]/gu, '\ufffd') : null

/** Deletes from the log of a user by age, which the gateway's role cannot do itself. */
export async function expireAudit(sql: Sql, oldest: number): Promise<void> {
  await sql.query('select casement_expire_audit($1)', [oldest])
}

/** One line of an export: actor, action and decision, without the contents of conversations. */
export interface AuditSummary {
  readonly id: number
  readonly at: number
  readonly tenant: string
  readonly user: string
  readonly conversation: string | null
  readonly method: string | null
  /** The tool, or the address of the resource. */
  readonly target: string | null
  readonly decision: string | null
  readonly traceparent: string | null
}

const SUMMARY =
  'select id, at, tenant_id as tenant, user_id as "user", conversation, method, target, decision, traceparent from audit'

/** Shows the log of all users of the principal's tenant to the rest of the transaction. */
const SHOW_ALL = `select set_config('casement.export', 'audit', true)`

/** A page of the log of all users of the principal's tenant, the oldest first. */
export async function exportAudit(sql: Sql, after: number, limit: number): Promise<AuditSummary[]> {
  await sql.query(SHOW_ALL)
  return readSummaries(sql, `${SUMMARY} where id > $1 order by id limit $2`, [after, limit])
}

/** The requested part of the log of all users: newest first. */
export interface SummaryPage {
  readonly user: string | null
  readonly before: number | null
  readonly limit: number
}

/** A page of the log of all users of the principal's tenant, or of one, the newest first. */
export async function listAuditSummaries(sql: Sql, { user, before, limit }: SummaryPage): Promise<AuditSummary[]> {
  await sql.query(SHOW_ALL)
  const query = `${SUMMARY} where ($1::text is null or user_id = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`
  return readSummaries(sql, query, [user, before, limit])
}

async function readSummaries(sql: Sql, query: string, values: readonly SqlValue[]): Promise<AuditSummary[]> {
  const rows = await sql.query<Record<keyof AuditSummary, string>>(query, values)
  return rows.map((row) => Object.assign(row, { id: Number(row.id), at: Number(row.at) }))
}

const BATCH = 500

/** Fills the columns of an export for the records of an older schema. */
export async function fillAudit(sql: Sql): Promise<void> {
  for (let after = 0; ;) {
    const rows = await sql.query<{ id: string | number; body: string }>(
      'select id, body from audit where method is null and id > $1 order by id limit $2',
      [after, BATCH],
    )
    for (const { id, body } of rows)
      await sql.query('update audit set method = $2, target = $3, decision = $4 where id = $1', [
        Number(id),
        ...summaryOf(JSON.parse(body) as AuditEvent).slice(0, 3),
      ])
    if (rows.length < BATCH) return
    after = Number(rows.at(-1)?.id)
  }
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
