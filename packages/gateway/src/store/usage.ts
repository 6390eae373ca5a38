import type { Sql } from './sql.ts'

/** The stored data of a user. */
export interface StoredUsage {
  readonly conversations: number
  readonly views: number
  readonly bytes: number
}

// The length of a long text is known without reading it.
const BYTES = ['entries', 'view_state', 'view_state_history', 'model_context', 'resources', 'saved_calls']
  .map((table) => `(select coalesce(sum(octet_length(body)), 0) from ${table})`)
  .join(' + ')

const USAGE = `select (select count(*) from conversations) as conversations, ${BYTES} as bytes,
  (select count(*) from (select view from entries where view is not null union select view from view_state) as stored) as views`

/** Counts what the user has stored. */
export async function readUsage(sql: Sql): Promise<StoredUsage> {
  const [row] = await sql.query<Record<keyof StoredUsage, string | number>>(USAGE)
  return { conversations: Number(row?.conversations), views: Number(row?.views), bytes: Number(row?.bytes) }
}

/** Counts what a copy of a conversation adds. */
export async function measureConversation(sql: Sql, id: string): Promise<StoredUsage> {
  const [row] = await sql.query<{ views: string | number; bytes: string | number }>(
    `select count(view) as views, coalesce(sum(octet_length(body)), 0) as bytes from entries where conversation = $1`,
    [id],
  )
  return { conversations: 1, views: Number(row?.views), bytes: Number(row?.bytes) }
}
