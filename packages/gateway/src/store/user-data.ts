import type { Owner } from '../security/principal.ts'
import { removeAccess } from './blocked-users.ts'
import type { Sql, SqlValue } from './sql.ts'
import { OWNED_TABLES } from './user-tables.ts'

type OwnedTable = (typeof OWNED_TABLES)[number]

/** The columns that identify a row among those of its user. */
const KEYS: Readonly<Record<OwnedTable, readonly string[]>> = {
  conversations: ['id'],
  entries: ['conversation', 'id'],
  view_state: ['view', 'key'],
  model_context: ['view'],
  consent: ['app', 'kind'],
  resources: ['hash', 'app'],
  settings: ['key'],
  servers: ['name'],
  credentials: ['key'],
  audit: ['id'],
  saved_calls: ['id'],
  view_state_history: ['view', 'key', 'until'],
  shares: ['id'],
}

/** One row that a user has stored, with the name of its table. */
export type ExportedRow = Readonly<Record<string, unknown>> & { readonly type: OwnedTable }

// A row can have 24 MB.
const PAGE = 10

/** Everything that the user has stored, table by table. */
export async function* exportRows(sql: Sql): AsyncGenerator<ExportedRow> {
  for (const table of OWNED_TABLES) {
    const keys = KEYS[table].join(', ')
    const next = `where (${keys}) > (${KEYS[table].map((_, index) => `$${index + 1}`).join(', ')})`
    for (let after: SqlValue[] = []; ;) {
      const page = await sql.query<Record<string, SqlValue>>(
        `select * from ${table} ${after.length > 0 ? next : ''} order by ${keys} limit ${PAGE}`,
        after,
      )
      for (const row of page) yield exportRow(table, row)
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      after = KEYS[table].map((key) => last[key] ?? null)
    }
  }
}

/** The owner of the rows is known, the search index repeats other data, and secrets are never exported. */
const OMITTED = new Set(['tenant_id', 'user_id', 'search', 'seq'])

function exportRow(table: OwnedTable, row: Record<string, SqlValue>): ExportedRow {
  const fields = Object.entries(row).filter(([name]) => !OMITTED.has(name) && !isSecret(table, name))
  const { body, ...rest } = Object.fromEntries(fields)
  return { type: table, ...rest, ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }) }
}

const isSecret = (table: OwnedTable, column: string): boolean =>
  (table === 'credentials' && column === 'body') || (table === 'shares' && column === 'hash')

/** Deletes everything of a user, in the caller's transaction as that user. */
export async function deleteUserData(sql: Sql, owner: Owner, { keepAudit = false }: DeletionOptions = {}): Promise<void> {
  for (const table of OWNED_TABLES) if (table !== 'audit') await sql.query(`delete from ${table}`)
  await removeAccess(sql, owner)
  await sql.query('delete from users where tenant_id = $1 and user_id = $2', [owner.tenant, owner.user])
  if (!keepAudit) await sql.query('select casement_erase_audit()')
}

/** The record that remains of a deleted user. */
export interface DeletionOptions {
  /** Where a law or a contract requires the log. Default false. */
  readonly keepAudit?: boolean | undefined
}

/** A user as admins see one. */
export interface UserRecord extends Owner {
  /** When the user first stored something. */
  readonly createdAt: number | null
  readonly lastSeenAt: number | null
  readonly sessions: number
  readonly tokens: number
  readonly isBlocked: boolean
}

/** Which users are listed: those of a tenant, by id. */
export interface UsersPage {
  readonly tenant: string
  /** The last one of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

const USERS = `
  select known.user_id as "user",
    (select created_at from users where tenant_id = $1 and user_id = known.user_id) as created,
    (select max(last_seen_at) from access_sessions where tenant = $1 and user_id = known.user_id) as seen,
    (select max(last_used_at) from access_tokens where tenant = $1 and user_id = known.user_id) as used,
    (select count(*) from access_sessions where tenant = $1 and user_id = known.user_id and expires_at > $4) as sessions,
    (select count(*) from access_tokens where tenant = $1 and user_id = known.user_id) as tokens,
    exists (select 1 from blocked_users where tenant_id = $1 and user_id = known.user_id) as blocked
  from (
    select user_id from users where tenant_id = $1
    union select user_id from access_sessions where tenant = $1
    union select user_id from access_tokens where tenant = $1
    union select user_id from blocked_users where tenant_id = $1) as known
  where known.user_id > $2 order by known.user_id limit $3`

interface UserRow {
  readonly user: string
  readonly created: string | number | null
  readonly seen: string | number | null
  readonly used: string | number | null
  readonly sessions: string | number
  readonly tokens: string | number
  readonly blocked: boolean
}

/** The users of a tenant who have stored something, can sign in, or are blocked. */
export async function listUserRecords(sql: Sql, { tenant, after = '', limit }: UsersPage, now: number): Promise<UserRecord[]> {
  const rows = await sql.query<UserRow>(USERS, [tenant, after, limit, now])
  return rows.map(({ user, created, seen, used, sessions, tokens, blocked }) => {
    const lastSeen = Math.max(Number(seen ?? 0), Number(used ?? 0))
    return {
      tenant,
      user,
      createdAt: created === null ? null : Number(created),
      lastSeenAt: lastSeen === 0 ? null : lastSeen,
      sessions: Number(sessions),
      tokens: Number(tokens),
      isBlocked: blocked,
    }
  })
}
