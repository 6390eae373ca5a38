import type { StateEntry } from 'casement/protocol/schemas'
import type { ViewState } from '../api.ts'
import type { Sql } from './sql.ts'

/** What a View keeps. */
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

/** Keeps one entry of a View, or forgets it. */
export async function writeViewState(
  sql: Sql,
  view: string,
  key: string,
  entry: StateEntry | undefined,
  now: number,
): Promise<void> {
  if (!entry) return void (await sql.query('delete from view_state where view = $1 and key = $2', [view, key]))
  await sql.query(
    `insert into view_state (view, key, body, updated_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id, view, key) do update set body = excluded.body, updated_at = excluded.updated_at`,
    [view, key, JSON.stringify(entry), now],
  )
}
