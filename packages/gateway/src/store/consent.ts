import type { ConsentRecord } from '../api.ts'
import type { Sql } from './sql.ts'

interface Row {
  readonly app: string
  readonly kind: string
  readonly level: ConsentRecord['level']
  readonly at: string | number
}

/** Stored consent decisions: all, those of one app, or one. */
export async function listConsent(sql: Sql, app: string | null, kind: string | null): Promise<ConsentRecord[]> {
  const rows = await sql.query<Row>(
    `select app, kind, level, at from consent
     where ($1::text is null or app = $1) and ($2::text is null or kind = $2) order by app, kind limit 10000`,
    [app, kind],
  )
  return rows.map(({ app: whose, kind: what, level, at }) => ({ app: whose, kind: what, level, at: Number(at) }))
}

/** Stores a consent decision. */
export async function writeConsent(sql: Sql, { app, kind, level, at }: ConsentRecord): Promise<void> {
  await sql.query(
    `insert into consent (app, kind, level, at) values ($1, $2, $3, $4)
     on conflict (tenant_id, user_id, app, kind) do update set level = excluded.level, at = excluded.at`,
    [app, kind, level, at],
  )
}

/** Deletes consent decisions: all, those of one app, or one. */
export async function removeConsent(sql: Sql, app: string | null, kind: string | null): Promise<void> {
  await sql.query('delete from consent where ($1::text is null or app = $1) and ($2::text is null or kind = $2)', [app, kind])
}
