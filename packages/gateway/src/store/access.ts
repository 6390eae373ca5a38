import type { AuthenticationMethod, Principal, Role } from '../security/principal.ts'
import type { Sql, SqlValue } from './sql.ts'

/** A token as it is stored: its hash, and whose it is. */
export interface TokenRecord {
  readonly name: string
  readonly tenant: string
  readonly user: string
  readonly role: Role
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** A signed-in browser. */
export interface SessionRecord extends Principal {
  /** The hash of the id that the browser has in its cookie. */
  readonly id: string
  /** A name for the user to see. */
  readonly name: string | null
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  /** The browser, in the words of its user-agent header. */
  readonly agent: string
  /** The token that the user signed in with. */
  readonly token: string | null
  /** The session at the identity provider. */
  readonly providerSession: string | null
}

/** Sessions to end: those that match every value that is given. */
export interface SessionFilter {
  readonly id?: string | undefined
  readonly tenant?: string | undefined
  readonly user?: string | undefined
  readonly providerSession?: string | undefined
}

/** A sign-in at the identity provider that is under way. */
export interface PendingSignIn {
  /** The hash of the value in the browser's cookie: nobody else may finish it. */
  readonly browser: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
}

interface TokenRow {
  readonly name: string
  readonly tenant: string
  readonly user_id: string
  readonly role: Role
  readonly created_at: string | number
  readonly last_used_at: string | number | null
}

const TOKEN_COLUMNS = 'name, tenant, user_id, role, created_at, last_used_at'

const tokenOf = (row: TokenRow): TokenRecord => ({
  name: row.name,
  tenant: row.tenant,
  user: row.user_id,
  role: row.role,
  createdAt: Number(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
})

/** Adds a token. False when there is one of this name. */
export async function addToken(sql: Sql, hash: string, token: Omit<TokenRecord, 'lastUsedAt'>): Promise<boolean> {
  const added = await sql.query(
    `insert into access_tokens (hash, name, tenant, user_id, role, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant, name) do nothing returning name`,
    [hash, token.name, token.tenant, token.user, token.role, token.createdAt],
  )
  return added.length > 0
}

/** All tokens, by name. */
export async function listTokens(sql: Sql): Promise<TokenRecord[]> {
  return (await sql.query<TokenRow>(`select ${TOKEN_COLUMNS} from access_tokens order by tenant, name`)).map(tokenOf)
}

/** The token with this hash. */
export async function findToken(sql: Sql, hash: string): Promise<TokenRecord | undefined> {
  const [row] = await sql.query<TokenRow>(`select ${TOKEN_COLUMNS} from access_tokens where hash = $1`, [hash])
  return row && tokenOf(row)
}

/** Notes that a token was used. */
export async function touchToken(sql: Sql, hash: string, now: number): Promise<void> {
  await sql.query('update access_tokens set last_used_at = $2 where hash = $1', [hash, now])
}

/** Removes a token and ends the sessions that were opened with it. False when there is none of this name. */
export async function revokeToken(sql: Sql, tenant: string, name: string): Promise<boolean> {
  const removed = await sql.query('delete from access_tokens where tenant = $1 and name = $2 returning name', [tenant, name])
  await sql.query('delete from access_sessions where tenant = $1 and token = $2', [tenant, name])
  return removed.length > 0
}

interface SessionRow {
  readonly id: string
  readonly tenant: string
  readonly user_id: string
  readonly role: Role
  readonly via: AuthenticationMethod
  readonly name: string | null
  readonly created_at: string | number
  readonly last_seen_at: string | number
  readonly expires_at: string | number
  readonly agent: string
  readonly token: string | null
  readonly provider_session: string | null
}

const sessionOf = (row: SessionRow): SessionRecord => ({
  id: row.id,
  tenant: row.tenant,
  user: row.user_id,
  role: row.role,
  via: row.via,
  name: row.name,
  createdAt: Number(row.created_at),
  lastSeenAt: Number(row.last_seen_at),
  expiresAt: Number(row.expires_at),
  agent: row.agent,
  token: row.token,
  providerSession: row.provider_session,
})

const SESSION_COLUMNS =
  'id, tenant, user_id, role, via, name, created_at, last_seen_at, expires_at, agent, token, provider_session'

/** Opens a session, and forgets those that have expired. */
export async function addSession(sql: Sql, session: SessionRecord): Promise<void> {
  await sql.query('delete from access_sessions where expires_at < $1', [session.createdAt])
  await sql.query(`insert into access_sessions (${SESSION_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`, [
    session.id,
    session.tenant,
    session.user,
    session.role,
    session.via,
    session.name,
    session.createdAt,
    session.lastSeenAt,
    session.expiresAt,
    session.agent,
    session.token,
    session.providerSession,
  ])
}

/** The session with this id, unless it has expired. */
export async function findSession(sql: Sql, id: string, now: number): Promise<SessionRecord | undefined> {
  const [row] = await sql.query<SessionRow>(`select ${SESSION_COLUMNS} from access_sessions where id = $1 and expires_at > $2`, [
    id,
    now,
  ])
  return row && sessionOf(row)
}

/** The sessions that have not expired, the last seen first. */
export async function listSessions(sql: Sql, now: number): Promise<SessionRecord[]> {
  const rows = await sql.query<SessionRow>(
    `select ${SESSION_COLUMNS} from access_sessions where expires_at > $1 order by last_seen_at desc, id limit 1000`,
    [now],
  )
  return rows.map(sessionOf)
}

/** Notes that a session was used. */
export async function touchSession(sql: Sql, id: string, now: number): Promise<void> {
  await sql.query('update access_sessions set last_seen_at = $2 where id = $1', [id, now])
}

/** Ends sessions. Returns how many. A filter without any value ends none. */
export async function removeSessions(sql: Sql, { id, tenant, user, providerSession }: SessionFilter): Promise<number> {
  const given = Object.entries({ id, tenant, user_id: user, provider_session: providerSession }).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  if (given.length === 0) return 0
  const conditions = given.map(([column], index) => `${column} = $${index + 1}`)
  const values: SqlValue[] = given.map(([, value]) => value)
  return (await sql.query(`delete from access_sessions where ${conditions.join(' and ')} returning id`, values)).length
}

/** Keeps a sign-in until the browser comes back, under the hash of its state. */
export async function beginSignIn(sql: Sql, state: string, pending: PendingSignIn, now: number, until: number): Promise<void> {
  await sql.query('delete from access_sign_ins where expires_at < $1', [now])
  await sql.query(
    'insert into access_sign_ins (state, browser, nonce, verifier, return_to, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [state, pending.browser, pending.nonce, pending.verifier, pending.returnTo, until],
  )
}

/** Takes a sign-in out: each can be finished once, by the browser that began it. */
export async function takeSignIn(sql: Sql, state: string, browser: string, now: number): Promise<PendingSignIn | undefined> {
  const [row] = await sql.query<PendingSignIn & { return_to: string }>(
    `delete from access_sign_ins where state = $1 and browser = $2 and expires_at > $3
     returning browser, nonce, verifier, return_to`,
    [state, browser, now],
  )
  return row && { browser: row.browser, nonce: row.nonce, verifier: row.verifier, returnTo: row.return_to }
}

/** The tables of this module. They are the gateway's own: no user reads or writes them. */
export const ACCESS_TABLES: readonly string[] = [
  `create table access_tokens (
    hash text primary key, name text not null, tenant text not null, user_id text not null, role text not null,
    created_at bigint not null, last_used_at bigint, unique (tenant, name))`,
  `create table access_sessions (
    id text primary key, tenant text not null, user_id text not null, role text not null, via text not null, name text,
    created_at bigint not null, last_seen_at bigint not null, expires_at bigint not null, agent text not null, token text,
    provider_session text)`,
  `create index access_sessions_of on access_sessions (tenant, user_id)`,
  `create table access_sign_ins (
    state text primary key, browser text not null, nonce text not null, verifier text not null, return_to text not null,
    expires_at bigint not null)`,
]
