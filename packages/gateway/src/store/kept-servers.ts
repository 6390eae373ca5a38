import type { ServerConfig } from '../api.ts'
import type { Sql } from './sql.ts'

/** The address of a server, without possible secrets. */
export type KeptServer = ServerConfig & {
  /** It has headers or an environment, which are kept where tokens are. */
  readonly hasSecrets?: boolean | undefined
}

/** The servers that were added while a gateway ran, in the order of their names. */
export async function listServers(sql: Sql): Promise<[string, KeptServer][]> {
  const rows = await sql.query<{ name: string; body: string }>('select name, body from servers order by name')
  return rows.map(({ name, body }) => [name, JSON.parse(body) as KeptServer])
}

/** Stores the target of a server, or deletes it. */
export async function writeServer(sql: Sql, name: string, config: KeptServer | undefined): Promise<void> {
  if (!config) return void (await sql.query('delete from servers where name = $1', [name]))
  await sql.query(
    `insert into servers (name, body) values ($1, $2)
     on conflict (tenant_id, user_id, name) do update set body = excluded.body`,
    [name, JSON.stringify(config)],
  )
}
