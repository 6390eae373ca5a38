import type { StoredDocument } from 'casement/sandbox'
import type { Sql } from './sql.ts'

/** A document that was admitted by any node. */
export async function findDocument(sql: Sql, key: string): Promise<StoredDocument | undefined> {
  const rows = await sql.query<{ body: string }>('select body from documents where key = $1', [key])
  return rows.map(({ body }) => JSON.parse(body) as StoredDocument)[0]
}

/** Stores a document for all nodes, and deletes those that no valid ticket names. */
export async function keepDocument(sql: Sql, key: string, document: StoredDocument, now: number, oldest: number): Promise<void> {
  await sql.query(`insert into documents (key, body, at) values ($1, $2, $3) on conflict (key) do update set at = excluded.at`, [
    key,
    JSON.stringify(document),
    now,
  ])
  await sql.query('delete from documents where at < $1', [oldest])
}

/** A setting that all nodes share: the stored value, or the proposed one. */
export async function settle(sql: Sql, key: string, proposed: string): Promise<string> {
  const [row] = await sql.query<{ value: string }>(
    `insert into gateway_settings (key, value) values ($1, $2)
     on conflict (key) do update set key = excluded.key returning value`,
    [key, proposed],
  )
  return row?.value ?? proposed
}
