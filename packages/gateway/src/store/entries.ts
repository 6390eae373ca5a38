import type { Entry } from '../api.ts'
import { searchQuery, searchText } from './search.ts'
import type { Sql, SqlValue } from './sql.ts'

/** Adds an entry, or replaces the one with its id. False if the conversation is not found. */
export async function putEntry(sql: Sql, conversation: string, entry: Entry, now: number): Promise<boolean> {
  const call = entry.kind === 'call' ? entry : undefined
  // One statement, so that it is one commit: the conversation is touched if it is there, and only then has an entry.
  const rows = await sql.query(
    `with touched as (update conversations set updated_at = greatest(updated_at, $7), deleted_at = null where id = $1 returning id)
     insert into entries (conversation, id, kind, view, resource_hash, body, search)
     select id, $2, $3, $4, $5, $6, to_tsvector('simple', $8) from touched
     on conflict (tenant_id, user_id, conversation, id) do update set
       kind = excluded.kind, view = excluded.view, resource_hash = excluded.resource_hash, body = excluded.body,
       search = excluded.search
     returning id`,
    [
      conversation,
      entry.id,
      entry.kind,
      call?.view ?? null,
      call?.resourceHash ?? null,
      JSON.stringify(entry),
      now,
      searchText(entry),
    ],
  )
  return rows.length > 0
}

/** Everything in a conversation, in the order in which it was added. */
export async function listEntries(sql: Sql, conversation: string): Promise<Entry[]> {
  const rows = await sql.query<{ body: string }>('select body from entries where conversation = $1 order by seq', [conversation])
  return rows.map(({ body }) => JSON.parse(body) as Entry)
}

/** Which entries of a conversation are listed. */
export interface EntryPage {
  readonly limit: number
  /** The id of the last one of the previous page. */
  readonly after?: string | undefined
  /** Words that the entry contains, each as the beginning of one. */
  readonly search?: string | undefined
}

/** A page of the entries of a conversation, in the order in which they were added. */
export async function findEntries(sql: Sql, conversation: string, { limit, after, search }: EntryPage): Promise<Entry[]> {
  const values: SqlValue[] = [conversation, limit]
  const bind = (value: SqlValue): string => `$${values.push(value)}`
  const conditions = ['conversation = $1']
  if (after !== undefined) conditions.push(`seq > (select seq from entries where conversation = $1 and id = ${bind(after)})`)
  const query = search === undefined ? undefined : searchQuery(search)
  if (query !== undefined) conditions.push(`search @@ to_tsquery('simple', ${bind(query)})`)
  const rows = await sql.query<{ body: string }>(
    `select body from entries where ${conditions.join(' and ')} order by seq limit $2`,
    values,
  )
  return rows.map(({ body }) => JSON.parse(body) as Entry)
}

/** One entry, if there is one. */
export async function findEntry(sql: Sql, conversation: string, id: string): Promise<Entry | undefined> {
  const rows = await sql.query<{ body: string }>('select body from entries where conversation = $1 and id = $2', [
    conversation,
    id,
  ])
  return rows.map(({ body }) => JSON.parse(body) as Entry)[0]
}
