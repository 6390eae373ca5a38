import type { ContextSlot } from 'casement/host'
import type { Sql } from './sql.ts'

/** The latest model context of each View of a conversation, in order of their first update. */
export async function listContext(sql: Sql, conversation: string): Promise<ContextSlot[]> {
  const rows = await sql.query<{ body: string }>('select body from model_context where conversation = $1 order by seq', [
    conversation,
  ])
  return rows.map(({ body }) => JSON.parse(body) as ContextSlot)
}

/** Sets or removes the model context of one View. False if the conversation is not found. */
export async function writeContext(sql: Sql, view: string, conversation: string, slot: ContextSlot | null): Promise<boolean> {
  if (!slot) return (await sql.query('delete from model_context where view = $1', [view]), true)
  const rows = await sql.query(
    `insert into model_context (view, conversation, body, since)
     select $1, id, $3, coalesce((select max(seq) from entries where conversation = $2), 0) from conversations where id = $2
     on conflict (tenant_id, user_id, view) do update set
       conversation = excluded.conversation, body = excluded.body, since = excluded.since returning view`,
    [view, conversation, JSON.stringify(slot)],
  )
  return rows.length > 0
}

/** The slots that were last set while an entry or an older one was the newest. */
export async function listContextUntil(sql: Sql, conversation: string, seq: number): Promise<ContextSlot[]> {
  const rows = await sql.query<{ body: string }>(
    'select body from model_context where conversation = $1 and since <= $2 order by seq',
    [conversation, seq],
  )
  return rows.map(({ body }) => JSON.parse(body) as ContextSlot)
}
