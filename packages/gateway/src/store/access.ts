import type { AuthenticationMethod, Principal, Role } from '../security/principal.ts'
import type { Sql, SqlValue } from './sql.ts'

/** A stored token: its hash and its user. */
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
  /** The user-agent header of the browser. */
  readonly agent: string
  /** The token that the user signed in with. */
  readonly token: string | null
  /** The session at the identity provider. */
  readonly providerSession: string | null
  /** The issuer of the identity provider that the user signed in at. */
  readonly provider: string | null
  /** The user's id at the identity provider. */
  readonly subject: string | null
  /** The time of the next renewal at the identity provider; null if the session cannot be renewed. */
  readonly renewAt: number | null
}

/** A session to add. Its tokens are never part of what is listed. */
export interface AddedSession extends SessionRecord {
  /** The tokens of the identity provider, encrypted. */
  readonly tokens: string | null
}

/** The identity provider's response to a renewal. */
export type SessionRenewal = Pick<AddedSession, 'role' | 'name' | 'tokens' | 'renewAt'>

/** Sessions to end: those that match every value that is given. */
export interface SessionFilter {
  readonly id?: string | undefined
  readonly tenant?: string | undefined
  readonly user?: string | undefined
  readonly providerSession?: string | undefined
  readonly provider?: string | undefined
  readonly subject?: string | undefined
}

/** A sign-in at the identity provider that is under way. */
export interface PendingSignIn {
  /** The hash of the value in the browser's cookie: no other browser may finish the sign-in. */
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
  readonly provider: string | null
  readonly subject: string | null
  readonly renew_at: string | number | null
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
  provider: row.provider,
  subject: row.subject,
  renewAt: row.renew_at === null ? null : Number(row.renew_at),
})

const SESSION_COLUMNS =
  'id, tenant, user_id, role, via, name, created_at, last_seen_at, expires_at, agent, token, provider_session, provider, subject, renew_at'

/** Opens a session, and forgets those that have expired. */
export async function addSession(sql: Sql, session: AddedSession): Promise<void> {
  await sql.query('delete from access_sessions where expires_at < $1', [session.createdAt])
  const values: SqlValue[] = [
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
    session.provider,
    session.subject,
    session.renewAt,
    session.tokens,
  ]
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  await sql.query(`insert into access_sessions (${SESSION_COLUMNS}, provider_tokens) values (${places})`, values)
}

/** The session with this id, unless it has expired. */
export async function findSession(sql: Sql, id: string, now: number): Promise<SessionRecord | undefined> {
  const [row] = await sql.query<SessionRow>(`select ${SESSION_COLUMNS} from access_sessions where id = $1 and expires_at > $2`, [
    id,
    now,
  ])
  return row && sessionOf(row)
}

/** Which sessions are listed. */
export interface SessionsPage {
  readonly tenant: string
  /** Default: all users of the tenant. */
  readonly user?: string | undefined
  /** The id of the last one of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The sessions that have not expired, the newest first. */
export async function listSessions(
  sql: Sql,
  { tenant, user, after, limit }: SessionsPage,
  now: number,
): Promise<SessionRecord[]> {
  const rows = await sql.query<SessionRow>(
    `select ${SESSION_COLUMNS} from access_sessions
     where tenant = $1 and expires_at > $2 and ($3::text is null or user_id = $3)
       and ($4::text is null or (created_at, id) < (select created_at, id from access_sessions where id = $4))
     order by created_at desc, id desc limit $5`,
    [tenant, now, user ?? null, after ?? null, limit],
  )
  return rows.map(sessionOf)
}

/** Notes that a session was used. */
export async function touchSession(sql: Sql, id: string, now: number): Promise<void> {
  await sql.query('update access_sessions set last_seen_at = $2 where id = $1', [id, now])
}

/** The encrypted tokens of a session. */
export async function readSessionTokens(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql.query<{ provider_tokens: string | null }>('select provider_tokens from access_sessions where id = $1', [
    id,
  ])
  return row?.provider_tokens ?? undefined
}

/** Claims a session whose renewal is due, until `until`: of all nodes, one asks the identity provider. Returns its tokens. */
export async function claimRenewal(sql: Sql, id: string, now: number, until: number): Promise<string | undefined> {
  const [row] = await sql.query<{ provider_tokens: string | null }>(
    'update access_sessions set renew_at = $3 where id = $1 and renew_at <= $2 returning provider_tokens',
    [id, now, until],
  )
  return row?.provider_tokens ?? undefined
}

/** Stores the response of the identity provider. */
export async function renewSession(sql: Sql, id: string, { role, name, tokens, renewAt }: SessionRenewal): Promise<void> {
  await sql.query('update access_sessions set role = $2, name = $3, provider_tokens = $4, renew_at = $5 where id = $1', [
    id,
    role,
    name,
    tokens,
    renewAt,
  ])
}

/** Ends sessions. Returns how many. A filter without any value ends none. */
export async function removeSessions(sql: Sql, filter: SessionFilter): Promise<number> {
  const { id, tenant, user, providerSession, provider, subject } = filter
  const columns = { id, tenant, user_id: user, provider_session: providerSession, provider, subject }
  const given = Object.entries(columns).filter((each): each is [string, string] => each[1] !== undefined)
  if (given.length === 0) return 0
  const conditions = given.map(([column], index) => `${column} = $${index + 1}`)
  const values: SqlValue[] = given.map(([, value]) => value)
  return (await sql.query(`delete from access_sessions where ${conditions.join(' and ')} returning id`, values)).length
}

// Starting a sign-in needs no authentication. The oldest ones are removed, so that the database cannot be filled with them.
const MAX_SIGN_INS = 10_000

/** Keeps a sign-in until the browser comes back, under the hash of its state. */
export async function beginSignIn(sql: Sql, state: string, pending: PendingSignIn, now: number, until: number): Promise<void> {
  await sql.query(
    `delete from access_sign_ins where expires_at < $1
     or state in (select state from access_sign_ins order by expires_at desc offset ${MAX_SIGN_INS})`,
    [now],
  )
  await sql.query(
    'insert into access_sign_ins (state, browser, nonce, verifier, return_to, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [state, pending.browser, pending.nonce, pending.verifier, pending.returnTo, until],
  )
}

/** Removes a sign-in: each can be completed once, by the browser that started it. */
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

/** The owner of a session at the identity provider, and the data to renew it. */
export const PROVIDER_SESSIONS: readonly string[] = [
  `alter table access_sessions add column provider text, add column subject text, add column renew_at bigint,
    add column provider_tokens text`,
  `create index access_sessions_at_provider on access_sessions (provider, subject) where provider is not null`,
  `create index access_sign_ins_by_age on access_sign_ins (expires_at)`,
]
