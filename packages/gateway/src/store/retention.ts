import type { StoreSettings } from '../api.ts'
import type { Sql } from './sql.ts'

const KEY = 'retention-days'
const DAY = 24 * 60 * 60 * 1000

/** What the person decided; everything is kept until they do. */
export async function readSettings(sql: Sql): Promise<StoreSettings> {
  const [row] = await sql.query<{ value: string }>('select value from settings where key = $1', [KEY])
  return { retentionDays: row ? Number(row.value) : null }
}

/** Keeps what the person decided. */
export async function writeSettings(sql: Sql, { retentionDays }: StoreSettings): Promise<void> {
  if (retentionDays === null) return void (await sql.query('delete from settings where key = $1', [KEY]))
  await sql.query('insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value', [
    KEY,
    String(retentionDays),
  ])
}

/** Removes what has been kept for long enough: conversations with their Views, audit, and documents that no entry shows. Returns how many conversations went. */
export async function removeExpired(sql: Sql, now: number): Promise<number> {
  const { retentionDays } = await readSettings(sql)
  if (retentionDays === null) return 0
  const oldest = now - retentionDays * DAY
  await sql.query(
    `delete from view_state where view in (
       select view from entries join conversations on conversations.id = entries.conversation
       where conversations.updated_at < $1 and view is not null)`,
    [oldest],
  )
  const gone = await sql.query('delete from conversations where updated_at < $1 returning id', [oldest])
  await sql.query('delete from audit where at < $1', [oldest])
  await sql.query(
    'delete from resources where at < $1 and hash not in (select resource_hash from entries where resource_hash is not null)',
    [oldest],
  )
  return gone.length
}
