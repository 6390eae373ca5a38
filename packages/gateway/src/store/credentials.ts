import type { Sql } from './sql.ts'

/** A credential of the user, as it was encrypted. */
export async function readCredential(sql: Sql, key: string): Promise<string | undefined> {
  const [row] = await sql.query<{ body: string }>('select body from credentials where key = $1', [key])
  return row?.body
}

/** Stores a credential of the user, or deletes it. */
export async function writeCredential(sql: Sql, key: string, body: string | undefined): Promise<void> {
  if (body === undefined) return void (await sql.query('delete from credentials where key = $1', [key]))
  await sql.query(
    `insert into credentials (key, body) values ($1, $2)
     on conflict (tenant_id, user_id, key) do update set body = excluded.body`,
    [key, body],
  )
}
