import type { StoreSettings } from '../api.ts'
import { expireAudit } from './audit.ts'
import type { Sql } from './sql.ts'
import { removeViewState } from './view-state.ts'

const DAYS = 'retention-days'
const OBSERVATION = 'retention-observation'
const DAY = 24 * 60 * 60 * 1000
/** How long conversations that were deleted by age can be brought back. */
const GRACE = 7 * DAY

/** The retention setting of the user and its effect; everything is kept by default. */
export async function readSettings(sql: Sql, now: number): Promise<StoreSettings> {
  const retentionDays = await readDays(sql)
  const oldest = retentionDays === null ? null : now - retentionDays * DAY
  const [row] = await sql.query<{ expiring: string | number; deleted: string | number }>(
    `select count(*) filter (where deleted_at is null and updated_at < $1::bigint) as expiring,
       count(*) filter (where deleted_at is not null) as deleted from conversations`,
    [oldest],
  )
  return { retentionDays, expiring: Number(row?.expiring ?? 0), deleted: Number(row?.deleted ?? 0) }
}

/** Stores the retention setting. Keeping everything restores hidden conversations that are not yet removed. */
export async function writeSettings(sql: Sql, retentionDays: number | null): Promise<void> {
  if (retentionDays !== null) return writeSetting(sql, DAYS, String(retentionDays))
  await sql.query('delete from settings where key in ($1, $2)', [DAYS, OBSERVATION])
  await sql.query('update conversations set deleted_at = null where deleted_at is not null')
}

/** The changes of a clean-up. */
export interface Expired {
  /** Conversations that are no longer listed, or listed again. */
  readonly changed: number
}

/**
 * Deletes what one user keeps by age, in the caller's transaction. A clock may be wrong, so only what was too old at two observations, at least a
 * day apart, is deleted, and conversations are first hidden and removed a week later.
 */
export async function removeExpired(sql: Sql, now: number, { withAudit }: { withAudit: boolean }): Promise<Expired> {
  const retentionDays = await readDays(sql)
  if (retentionDays === null) return { changed: 0 }
  const oldest = now - retentionDays * DAY
  const revived = await sql.query(
    'update conversations set deleted_at = null where deleted_at is not null and updated_at >= $1 returning id',
    [oldest],
  )
  const previous = await readObservation(sql)
  // The first observation, or one by a clock that was ahead: there is nothing to compare with yet.
  if (!previous || previous > now) await writeSetting(sql, OBSERVATION, String(now))
  if (!previous || previous > now - DAY) return { changed: revived.length }
  const hidden = await remove(sql, { now, confirmed: previous, oldest: previous - retentionDays * DAY, withAudit })
  await writeSetting(sql, OBSERVATION, String(now))
  return { changed: revived.length + hidden }
}

interface Removal {
  readonly now: number
  /** The previous observation. */
  readonly confirmed: number
  readonly oldest: number
  /** Whether the audit log goes as well. */
  readonly withAudit: boolean
}

/** Hides conversations that were too old at both observations, and removes those that have been hidden for long enough at both. */
async function remove(sql: Sql, { now, confirmed, oldest, withAudit }: Removal): Promise<number> {
  const condemned = `select id from conversations where deleted_at <= ${confirmed - GRACE}`
  await removeViewState(sql, condemned)
  await sql.query(`delete from conversations where id in (${condemned})`)
  const hidden = await sql.query(
    'update conversations set deleted_at = $2 where deleted_at is null and updated_at < $1 returning id',
    [oldest, now],
  )
  if (withAudit) await expireAudit(sql, oldest)
  await sql.query(
    `delete from resources where at < $1
     and not exists (select 1 from entries where entries.resource_hash = resources.hash)`,
    [oldest],
  )
  return hidden.length
}

async function readDays(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ value: string }>('select value from settings where key = $1', [DAYS])
  return row ? Number(row.value) : null
}

async function readObservation(sql: Sql): Promise<number | undefined> {
  const [row] = await sql.query<{ value: string }>('select value from settings where key = $1', [OBSERVATION])
  return row && Number(row.value)
}

async function writeSetting(sql: Sql, key: string, value: string): Promise<void> {
  await sql.query(
    `insert into settings (key, value) values ($1, $2)
     on conflict (tenant_id, user_id, key) do update set value = excluded.value`,
    [key, value],
  )
}
