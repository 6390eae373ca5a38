import type { StateEntry } from 'casement/protocol/schemas'
import type { ViewState } from '../api.ts'
import type { Sql, SqlValue } from './sql.ts'

/** The stored state of a View. */
export async function readViewState(sql: Sql, view: string): Promise<ViewState> {
  const rows = await sql.query<{ key: string; body: string }>('select key, body from view_state where view = $1', [view])
  return Object.fromEntries(rows.map(({ key, body }) => [key, JSON.parse(body) as StateEntry]))
}

/** How many keys and characters a View keeps, leaving one key out. */
export async function measureViewState(sql: Sql, view: string, without: string): Promise<{ keys: number; size: number }> {
  const [row] = await sql.query<{ keys: string | number; size: string | number }>(
    'select count(*) as keys, coalesce(sum(length(body)), 0) as size from view_state where view = $1 and key <> $2',
    [view, without],
  )
  return { keys: Number(row?.keys ?? 0), size: Number(row?.size ?? 0) }
}

// Four times the limit of a View.
const MAX_HISTORY = 4 * 1024 * 1024

/** The newest entry in the conversation of the View `$1`; 0 before the conversation has one. */
const NEWEST = `select coalesce(max(seq), 0) as seq from entries where conversation = (select conversation from entries where view = $1 limit 1)`

/** Stores one entry of a View, or deletes it. A value that was there when an older entry was the newest is moved to the history. */
export async function writeViewState(
  sql: Sql,
  view: string,
  key: string,
  entry: StateEntry | undefined,
  now: number,
): Promise<void> {
  const moved = await sql.query(
    `insert into view_state_history (view, key, body, since, until)
     select view, key, body, since, newest.seq from view_state, (${NEWEST}) newest
     where view = $1 and key = $2 and since < newest.seq on conflict do nothing returning key`,
    [view, key],
  )
  if (moved.length > 0) await trimHistory(sql, view)
  if (!entry) return void (await sql.query('delete from view_state where view = $1 and key = $2', [view, key]))
  await sql.query(
    `insert into view_state (view, key, body, updated_at, since) select $1, $2, $3, $4, seq from (${NEWEST}) newest
     on conflict (tenant_id, user_id, view, key) do update set
       body = excluded.body, updated_at = excluded.updated_at, since = excluded.since`,
    [view, key, JSON.stringify(entry), now],
  )
}

/** Deletes the oldest values of a View that are over the limit. */
async function trimHistory(sql: Sql, view: string): Promise<void> {
  await sql.query(
    `delete from view_state_history where view = $1 and (key, until) in (
       select key, until from (
         select key, until, sum(length(body)) over (order by until desc, key) as total from view_state_history where view = $1) sized
       where total > $2)`,
    [view, MAX_HISTORY],
  )
}

/** Copies what a View kept while an entry was the newest, by its place in the conversation. */
export async function copyViewState(sql: Sql, from: string, to: string, seq: number, now: number): Promise<void> {
  await sql.query(
    `insert into view_state (view, key, body, updated_at)
     select $2, key, body, $4::bigint from view_state where view = $1 and since <= $3
     union all select $2, key, body, $4::bigint from view_state_history where view = $1 and since <= $3 and until > $3`,
    [from, to, seq, now],
  )
}

/** Removes the state of all Views in the conversations that a query names. */
export async function removeViewState(sql: Sql, conversations: string, values: readonly SqlValue[] = []): Promise<void> {
  const views = `select view from entries where conversation in (${conversations}) and view is not null`
  for (const table of ['view_state', 'view_state_history'])
    await sql.query(`delete from ${table} where view in (${views})`, values)
}
