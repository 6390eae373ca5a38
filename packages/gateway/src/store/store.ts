import { randomUUID } from 'node:crypto'
import { CasementError } from 'casement/protocol'
import type { StoredDocument } from 'casement/sandbox'
import { createQuotas } from '../limits/quotas.ts'
import type { UserLimits } from '../limits/user-limits.ts'
import { isSameOwner, LOCAL_USER, ownerKey, type Owner } from '../security/principal.ts'
import { createAccessStore, type AccessStore } from './access-store.ts'
import { appendAudit, type NewAudit } from './audit.ts'
import { CHANNEL, eventOf, type StoreNews } from './changes.ts'
import { createCommits, type Notification } from './commits.ts'
import { connectDatabase } from './connection.ts'
import { findDocument, keepDocument, settle } from './documents.ts'
import { checkIsolation, GATEWAY_ROLE, grantRole } from './gateway-role.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { ownerStatement, type Database, type OpenOptions, type Sql } from './sql.ts'
import { createSharedReader, type SharedReader } from './shares.ts'
import {
  deleteUserData,
  exportRows,
  listUserRecords,
  type DeletionOptions,
  type ExportedRow,
  type UserRecord,
  type UsersPage,
} from './user-data.ts'
import type { DatabaseState } from './unavailable.ts'
import { createUserStore, type RemovalOptions, type UserAccess, type UserStore } from './user-store.ts'
import { readUsage } from './usage.ts'
import { listUsers } from './users.ts'

const MAX_QUEUED = 1000
// Tickets last an hour or two; after a day without a request, a document is no longer needed.
const DOCUMENT_LIFE = 24 * 60 * 60 * 1000

/** All data that outlives a page and a process. Data of users is reached by naming one. */
export interface Store {
  readonly kind: Database['kind']
  /** Settles when the database is open; other calls wait for it. Rejects when it refuses to open. */
  readonly ready: Promise<void>
  /** Whether the database can be used now, and why not. */
  readonly state: DatabaseState
  /** Waits for the database to open; rejects with `StoreUnavailable` when it cannot be used. */
  available(): Promise<void>
  /** The part that belongs to a user. Row-level security hides all other rows from it. */
  as(owner: Owner): UserStore
  /** Appends to the logs of several users, all in one commit. */
  appendAudit(events: readonly OwnedAudit[]): Promise<void>
  /** Deletes by age, as the settings of each user say. */
  removeExpired(options?: RemovalOptions): Promise<void>
  keepDocument(key: string, document: StoredDocument): Promise<void>
  findDocument(key: string): Promise<StoredDocument | undefined>
  /** The data that a user of a tenant may read with a link, by the hash of its secret. */
  shared(tenant: string, hash: string): SharedReader
  /** The users, for admins. */
  listUsers(page: UsersPage): Promise<UserRecord[]>
  /** Everything that a user has stored. */
  exportUser(owner: Owner): AsyncGenerator<ExportedRow>
  /** Deletes everything of a user, and closes the user's streams on all nodes. */
  deleteUser(owner: Owner, options?: DeletionOptions): Promise<void>
  /** Closes the streams of a user on all nodes. */
  endUser(owner: Owner): Promise<void>
  /** Tokens and sessions. */
  readonly access: AccessStore
  /** A value that all nodes share. */
  settle(key: string, proposed: string): Promise<string>
  close(): Promise<void>
}

/** An audit event and its owner. */
export interface OwnedAudit extends NewAudit {
  readonly owner: Owner
}

/** The options of a store. */
export interface StoreOptions {
  readonly kind: Database['kind']
  readonly open: (options: OpenOptions) => Promise<Database>
  /**
   * Subscribes to all changes, of this node and of others, with their owner; for kept servers and credentials only to those of
   * other nodes. A change without an owner is for all.
   */
  readonly tell: (news: StoreNews, owner?: Owner) => void
  /** Called when the database goes away or comes back. */
  readonly onState?: ((state: DatabaseState) => void) | undefined
  readonly now?: () => number
  /** The storage limits of each user. Default: no limits. */
  readonly limits?: UserLimits | undefined
}

const removed = (): StoreNews => ({ type: 'user-removed' })

/** Changes that concern no single user. */
const FOR_ALL: ReadonlySet<string> = new Set(['access', 'resync'])

/** Opens a store in the background. */
export function createStore({ kind, open, tell, onState = () => {}, now = Date.now, limits }: StoreOptions): Store {
  const node = randomUUID()
  const connection = connectDatabase({ open, prepare, onState })
  const read = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => work(await connection.current())
  const quotas = limits && createQuotas(limits, now)
  const commits = createCommits({ current: () => connection.current(), kind, node, tell, now })

  async function prepare(database: Database): Promise<void> {
    await migrate(database, MIGRATIONS, (sql) => grantRole(sql, database.kind))
    await database.assumeRole(GATEWAY_ROLE)
    await checkIsolation(database)
    const onPayload = inOrder(
      (payload) => receive(database, payload),
      () => tell({ type: 'resync' }),
    )
    await database.listen(CHANNEL, onPayload, () => tell({ type: 'resync' }))
  }
  async function receive(database: Database, payload: string): Promise<void> {
    const { node: sender, change, owner } = JSON.parse(payload) as Notification
    // Rows of users are visible to no one without a user.
    if (sender === node || (!owner && !FOR_ALL.has(change.type))) return
    const event = await eventOf(owner ? database.as(owner) : database, change)
    if (owner && change.type === 'user-removed') commits.forgetUser(owner)
    if (event) tell(event, owner)
  }

  /** Statements that belong together, in one commit. */
  const together = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => (await connection.current()).transaction(work)

  function as(owner: Owner): UserStore {
    checkOwner(owner)
    const access: UserAccess = {
      read: async (work) => work((await connection.current()).as(owner)),
      readTogether: async (work) => (await connection.current()).as(owner).transaction(work),
      commit: (work, news, options) => commits.commit(owner, work, news, options),
      now,
      reserve: async (growth) => quotas?.reserve(owner, growth(), () => access.read(readUsage)),
      released: () => quotas?.forget(owner),
      isLocal: isSameOwner(owner, LOCAL_USER),
    }
    return createUserStore(access)
  }

  return {
    kind,
    ready: connection.ready,
    available: async () => void (await connection.current()),
    get state() {
      return connection.state()
    },
    as,
    async appendAudit(events) {
      const owners = new Map(events.map(({ owner }) => [ownerKey(owner), owner]))
      const database = await connection.current()
      for (const owner of owners.values()) await commits.noteUser(database, owner)
      await database.transaction(async (sql) => {
        for (const owner of owners.values()) {
          await sql.query(ownerStatement(owner))
          await appendAudit(
            sql,
            events.filter((event) => isSameOwner(event.owner, owner)),
          )
        }
      })
    },
    async removeExpired(options) {
      for (const owner of await read(listUsers)) await as(owner).removeExpired(options)
    },
    shared: (tenant, hash) => createSharedReader(async (work) => (await connection.current()).transaction(work), tenant, hash),
    listUsers: (page) => read((sql) => listUserRecords(sql, page, now())),
    async *exportUser(owner) {
      checkOwner(owner)
      yield* exportRows((await connection.current()).as(owner))
    },
    async deleteUser(owner, options) {
      checkOwner(owner)
      await commits.commit(owner, (sql) => deleteUserData(sql, owner, options), removed, { statements: 'several' })
      commits.forgetUser(owner)
      await commits.commit(
        undefined,
        async () => {},
        () => ({ type: 'access' }),
        { statements: 'several' },
      )
    },
    endUser: (owner) => commits.commit(owner, async () => {}, removed, { statements: 'several' }),
    keepDocument: (key, document) => together((sql) => keepDocument(sql, key, document, now(), now() - DOCUMENT_LIFE)),
    findDocument: (key) => read((sql) => findDocument(sql, key)),
    access: createAccessStore({
      sql: () => connection.current(),
      commit: (work) => commits.commit(undefined, work, () => ({ type: 'access' }), { statements: 'several' }),
      now,
    }),
    settle: (key, proposed) => read((sql) => settle(sql, key, proposed)),
    close: () => connection.close(),
  }
}

/** Two ids that are equal for the database would be one user. */
function checkOwner({ tenant, user }: Owner): void {
  for (const id of [tenant, user])
    if (id === '' || id.includes('\0') || Buffer.from(id).toString() !== id)
      throw new CasementError('INVALID_ARGUMENT', `${JSON.stringify(id)} is not a valid user id.`)
}

/** Handles payloads one after the other, so that nothing is removed before it was added. When too many are queued, or one fails, `onGap` runs instead. */
function inOrder(handle: (payload: string) => Promise<void>, onGap: () => void): (payload: string) => void {
  let last: Promise<unknown> = Promise.resolve()
  let queued = 0
  return (payload) => {
    if (queued >= MAX_QUEUED) return onGap()
    queued++
    last = last
      .then(() => handle(payload))
      .catch(onGap)
      .finally(() => queued--)
  }
}
