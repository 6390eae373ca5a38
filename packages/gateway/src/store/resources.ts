import type { CachedResource } from '../api.ts'
import type { Sql } from './sql.ts'

/** Keeps a UI resource under the hash of its document. The same document of another app is another resource. */
export async function keepResource(sql: Sql, hash: string, app: string, resource: CachedResource, now: number): Promise<void> {
  await sql.query(
    `insert into resources (hash, app, uri, body, at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id, hash, app) do update set uri = excluded.uri, body = excluded.body, at = excluded.at`,
    [hash, app, resource.uri, JSON.stringify(resource), now],
  )
}

/** A kept UI resource: of one app, or the last that was kept. */
export async function findResource(sql: Sql, hash: string, app: string | null): Promise<CachedResource | undefined> {
  const rows = await sql.query<{ body: string }>(
    'select body from resources where hash = $1 and ($2::text is null or app = $2) order by at desc limit 1',
    [hash, app],
  )
  return rows.map(({ body }) => JSON.parse(body) as CachedResource)[0]
}
