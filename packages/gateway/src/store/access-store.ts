import {
  addSession,
  addToken,
  beginSignIn,
  claimRenewal,
  findSession,
  findToken,
  listSessions,
  listTokens,
  readSessionTokens,
  removeSessions,
  renewSession,
  revokeToken,
  takeSignIn,
  touchSession,
  touchToken,
  type AddedSession,
  type PendingSignIn,
  type SessionFilter,
  type SessionRecord,
  type SessionRenewal,
  type SessionsPage,
  type TokenRecord,
} from './access.ts'
import type { Owner } from '../security/principal.ts'
import { blockUser, listBlocked, unblockUser } from './blocked-users.ts'
import type { Sql } from './sql.ts'

/** Tokens and sessions. Only hashes of secrets are stored. A change takes effect on all nodes immediately. */
export interface AccessStore {
  /** False when there is a token of this name. */
  addToken(hash: string, token: Pick<TokenRecord, 'name' | 'tenant' | 'user' | 'role'>): Promise<boolean>
  listTokens(): Promise<TokenRecord[]>
  findToken(hash: string): Promise<TokenRecord | undefined>
  /** Also ends the sessions that were opened with it. False when there is no token of this name. */
  revokeToken(tenant: string, name: string): Promise<boolean>
  addSession(session: Omit<AddedSession, 'createdAt' | 'lastSeenAt'>): Promise<void>
  findSession(id: string): Promise<SessionRecord | undefined>
  /** A page of the sessions of a tenant that have not expired, the newest first. */
  listSessions(page: SessionsPage): Promise<SessionRecord[]>
  /** Ends the sessions that match. Returns how many. */
  removeSessions(filter: SessionFilter): Promise<number>
  /** The encrypted tokens of a session at an identity provider. */
  readSessionTokens(id: string): Promise<string | undefined>
  /** The encrypted tokens of a session whose renewal is due; undefined if it is not, or if another request is renewing it. */
  claimRenewal(id: string): Promise<string | undefined>
  renewSession(id: string, renewal: SessionRenewal): Promise<void>
  beginSignIn(state: string, pending: PendingSignIn): Promise<void>
  takeSignIn(state: string, browser: string): Promise<PendingSignIn | undefined>
  /** Ends the sessions and tokens of a user, and refuses new ones. */
  block(owner: Owner): Promise<void>
  /** False when the user was not blocked. */
  unblock(owner: Owner): Promise<boolean>
  listBlocked(): Promise<Owner[]>
}

/** The part of the store that the access store uses. */
export interface AccessStoreOptions {
  readonly sql: () => Promise<Sql>
  /** Runs statements in one commit, and tells all nodes that access changed. */
  readonly commit: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  readonly now: () => number
}

const TOUCH_INTERVAL = 60_000
/** How long a user may take to sign in at an identity provider, in milliseconds. */
export const SIGN_IN_LIFE: number = 10 * 60 * 1000
// The retry interval for a provider that does not respond.
const RENEWAL_INTERVAL = 60_000

/** Opens the part of the store that is about access. */
export function createAccessStore({ sql, commit, now }: AccessStoreOptions): AccessStore {
  const read = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => work(await sql())
  /** The time of last use is informational, so its update is not awaited and may fail. */
  const touch = (at: number | null, work: (sql: Sql) => Promise<void>): void => {
    if ((at ?? 0) < now() - TOUCH_INTERVAL) read(work).catch(() => {})
  }
  return {
    addToken: (hash, token) => read((each) => addToken(each, hash, { ...token, createdAt: now() })),
    listTokens: () => read(listTokens),
    async findToken(hash) {
      const token = await read((each) => findToken(each, hash))
      if (token) touch(token.lastUsedAt, (each) => touchToken(each, hash, now()))
      return token
    },
    revokeToken: (tenant, name) => commit((each) => revokeToken(each, tenant, name)),
    addSession: (session) => read((each) => addSession(each, { ...session, createdAt: now(), lastSeenAt: now() })),
    async findSession(id) {
      const session = await read((each) => findSession(each, id, now()))
      if (session) touch(session.lastSeenAt, (each) => touchSession(each, id, now()))
      return session
    },
    listSessions: (page) => read((each) => listSessions(each, page, now())),
    removeSessions: (filter) => commit((each) => removeSessions(each, filter)),
    readSessionTokens: (id) => read((each) => readSessionTokens(each, id)),
    claimRenewal: (id) => read((each) => claimRenewal(each, id, now(), now() + RENEWAL_INTERVAL)),
    renewSession: (id, renewal) => read((each) => renewSession(each, id, renewal)),
    beginSignIn: (state, pending) => read((each) => beginSignIn(each, state, pending, now(), now() + SIGN_IN_LIFE)),
    block: (owner) => commit((each) => blockUser(each, owner, now())),
    unblock: (owner) => commit((each) => unblockUser(each, owner)),
    listBlocked: () => read(listBlocked),
    takeSignIn: (state, browser) => read((each) => takeSignIn(each, state, browser, now())),
  }
}
