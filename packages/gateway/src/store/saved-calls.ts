import type { SavedCall } from '../api.ts'
import type { Sql } from './sql.ts'

/** All calls that the user saved, the oldest first. */
export async function listSavedCalls(sql: Sql): Promise<SavedCall[]> {
  const rows = await sql.query<{ body: string }>('select body from saved_calls order by created_at, id')
  return rows.map(({ body }) => JSON.parse(body) as SavedCall)
}

/** Saves a call, or replaces the one with its id. False when the user has as many as allowed. */
export async function putSavedCall(sql: Sql, call: SavedCall, limit: number, now: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into saved_calls (id, server, body, created_at) select $1, $2, $3, $4
     where (select count(*) from saved_calls where id <> $1) < $5
     on conflict (tenant_id, user_id, id) do update set server = excluded.server, body = excluded.body returning id`,
    [call.id, call.server, JSON.stringify(call), now, limit],
  )
  return rows.length > 0
}

/** Deletes a saved call. True when there was one. */
export async function removeSavedCall(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('delete from saved_calls where id = $1 returning id', [id])).length > 0
}
