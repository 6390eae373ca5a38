import {
  addSession,
  addToken,
  beginSignIn,
  findSession,
  findToken,
  listSessions,
  listTokens,
  removeSessions,
  revokeToken,
  takeSignIn,
  touchSession,
  touchToken,
  type PendingSignIn,
  type SessionFilter,
  type SessionRecord,
  type TokenRecord,
} from './access.ts'
import type { Sql } from './sql.ts'

/** Who may use the gateway: tokens and sessions. Only hashes of secrets are stored. A change takes effect on all nodes at once. */
export interface AccessStore {
  /** False when there is a token of this name. */
  addToken(hash: string, token: Pick<TokenRecord, 'name' | 'tenant' | 'user' | 'role'>): Promise<boolean>
  listTokens(): Promise<TokenRecord[]>
  findToken(hash: string): Promise<TokenRecord | undefined>
  /** Also ends the sessions that were opened with it. False when there is no token of this name. */
  revokeToken(tenant: string, name: string): Promise<boolean>
  addSession(session: Omit<SessionRecord, 'createdAt' | 'lastSeenAt'>): Promise<void>
  findSession(id: string): Promise<SessionRecord | undefined>
  listSessions(): Promise<SessionRecord[]>
  /** Ends the sessions that match. Returns how many. */
  removeSessions(filter: SessionFilter): Promise<number>
  beginSignIn(state: string, pending: PendingSignIn): Promise<void>
  takeSignIn(state: string, browser: string): Promise<PendingSignIn | undefined>
}

/** What the access store needs of the store. */
export interface AccessStoreOptions {
  readonly sql: () => Promise<Sql>
  /** Runs statements in one commit, and tells all nodes that access changed. */
  readonly commit: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  readonly now: () => number
}

const TOUCH_INTERVAL = 60_000
const SIGN_IN_LIFE = 10 * 60 * 1000

/** Opens the part of the store that is about access. */
export function createAccessStore({ sql, commit, now }: AccessStoreOptions): AccessStore {
  const read = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => work(await sql())
  /** When a token or a session was last used is worth knowing, and nothing to wait for or to fail on. */
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
    listSessions: () => read((each) => listSessions(each, now())),
    removeSessions: (filter) => commit((each) => removeSessions(each, filter)),
    beginSignIn: (state, pending) => read((each) => beginSignIn(each, state, pending, now(), now() + SIGN_IN_LIFE)),
    takeSignIn: (state, browser) => read((each) => takeSignIn(each, state, browser, now())),
  }
}
