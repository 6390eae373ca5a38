import { randomUUID } from 'node:crypto'
import type { ContextSlot } from 'casement/host'
import { CasementError } from 'casement/protocol'
import type { StateEntry } from 'casement/protocol/schemas'
import type {
  AuditRecord,
  CachedResource,
  ConsentRecord,
  Conversation,
  ConversationDetail,
  Entry,
  GatewayEvent,
  SavedCall,
  Share,
  StoreSettings,
  ViewState,
} from '../api.ts'
import {
  appendAudit,
  expireAudit,
  exportAudit,
  listAudit,
  listAuditSummaries,
  type AuditPage,
  type AuditSummary,
  type NewAudit,
  type SummaryPage,
} from './audit.ts'
import type { StoreNews } from './changes.ts'
import { listConsent, removeConsent, writeConsent } from './consent.ts'
import {
  createConversation,
  findConversation,
  listConversations,
  removeConversation,
  renameConversation,
  type ConversationPage,
} from './conversations.ts'
import { readCredential, writeCredential } from './credentials.ts'
import { findEntries, listEntries, putEntry, type EntryPage } from './entries.ts'
import { forkConversation, type ForkPoint } from './fork.ts'
import { listServers, writeServer, type KeptServer } from './kept-servers.ts'
import { listContext, writeContext } from './model-context.ts'
import { findResource, keepResource } from './resources.ts'
import { readSettings, removeExpired, writeSettings } from './retention.ts'
import { listSavedCalls, putSavedCall, removeSavedCall } from './saved-calls.ts'
import { addShare, listShares, removeShare } from './shares.ts'
import type { Growth } from '../limits/quotas.ts'
import type { Sql } from './sql.ts'
import { measureConversation, readUsage, type StoredUsage } from './usage.ts'
import { measureViewState, readViewState, writeViewState } from './view-state.ts'

// The limit of `casement/host` for a View's state, with room for JSON syntax.
const MAX_STATE_KEYS = 100
const MAX_STATE = 1024 * 1024
const MAX_SAVED_CALLS = 1000
const PAGE = 200
const DAY = 24 * 60 * 60 * 1000

/** The part of the store that belongs to one user. The database shows it nothing else. A write resolves when it is durable. */
export interface UserStore {
  /** The last changed first, a page at a time. */
  listConversations(page?: Partial<ConversationPage>): Promise<Conversation[]>
  createConversation(id: string | undefined, title: string): Promise<Conversation>
  readConversation(id: string): Promise<ConversationDetail | undefined>
  /** The entries of a conversation, a page at a time. Undefined if the conversation is not found. */
  listEntries(conversation: string, page?: Partial<EntryPage>): Promise<Entry[] | undefined>
  renameConversation(id: string, title: string): Promise<Conversation | undefined>
  removeConversation(id: string): Promise<boolean>
  /** Copies a conversation up to an entry. Undefined if the conversation or entry is not found. */
  forkConversation(id: string, point: ForkPoint): Promise<Conversation | undefined>
  /** False if the conversation is not found. */
  putEntry(conversation: string, entry: Entry): Promise<boolean>
  readState(view: string): Promise<ViewState>
  writeState(view: string, key: string, entry: StateEntry | undefined): Promise<void>
  /** False if the conversation is not found. */
  writeContext(view: string, conversation: string, slot: ContextSlot | null): Promise<boolean>
  listConsent(app: string | null, kind: string | null): Promise<ConsentRecord[]>
  writeConsent(record: ConsentRecord): Promise<void>
  removeConsent(app: string | null, kind: string | null): Promise<void>
  appendAudit(events: readonly NewAudit[]): Promise<void>
  listAudit(page: AuditPage): Promise<AuditRecord[]>
  /** The log of all users of the tenant, for admins: the oldest first, after an id. */
  exportAudit(after: number, limit: number): Promise<AuditSummary[]>
  /** The same, the newest first. */
  listAuditSummaries(page: SummaryPage): Promise<AuditSummary[]>
  keepResource(hash: string, app: string, resource: CachedResource): Promise<void>
  findResource(hash: string, app: string | null): Promise<CachedResource | undefined>
  listSavedCalls(): Promise<SavedCall[]>
  putSavedCall(call: SavedCall): Promise<void>
  removeSavedCall(id: string): Promise<boolean>
  /** The links to a conversation, or to all. */
  listShares(conversation: string | null): Promise<Share[]>
  /** False if the conversation is not found, or has too many links. */
  addShare(share: Share, hash: string): Promise<boolean>
  /** Returns the conversation of the link; undefined if the link is not found. */
  removeShare(id: string): Promise<string | undefined>
  /** Servers that the user added while a gateway ran. */
  listServers(): Promise<[string, KeptServer][]>
  writeServer(name: string, config: KeptServer | undefined): Promise<void>
  /** The credentials of the user's connections, encrypted by the caller. */
  readCredential(key: string): Promise<string | undefined>
  writeCredential(key: string, body: string | undefined): Promise<void>
  readSettings(): Promise<StoreSettings>
  writeSettings(settings: Pick<StoreSettings, 'retentionDays'>): Promise<void>
  /** The stored data of the user, as counted for the limits. */
  readUsage(): Promise<StoredUsage>
  /** Deletes by age, as the user's settings say. */
  removeExpired(options?: RemovalOptions): Promise<void>
}

/** How long the log of a user is kept. */
export interface RemovalOptions {
  /** For all users except the local one, whose log is deleted with the conversations. Default: forever. */
  readonly auditDays?: number | undefined
}

/** Runs the statements of a user. */
export interface UserAccess {
  readonly read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** Several statements that see the same rows. */
  readonly readTogether: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** One statement, or several in one commit, with the notification. */
  readonly commit: <T>(
    work: (sql: Sql) => Promise<T>,
    news?: (result: T) => StoreNews | undefined,
    options?: { readonly statements?: 'one' | 'several' },
  ) => Promise<T>
  readonly now: () => number
  /** Throws `OVER_BUDGET` when the user may not store as much more. */
  readonly reserve: (growth: () => Growth) => Promise<void>
  /** The user has deleted something. */
  readonly released: () => void
  /** Whether the user is alone: then the log is deleted with the conversations. Others cannot shorten the record of what they did. */
  readonly isLocal: boolean
}

const SEVERAL = { statements: 'several' } as const

/** The store as one user sees it. */
export const createUserStore = ({ isLocal, ...access }: UserAccess): UserStore => {
  const { read, readTogether, commit, now, reserve } = access
  return {
    ...conversationStore(access),
    ...savedCallStore(access),
    readState: (view) => read((sql) => readViewState(sql, view)),
    async writeState(view, key, entry) {
      if (entry) await reserve(() => ({ views: 1, bytes: bytesOf(entry) }))
      await commit(
        async (sql) => {
          if (entry) checkRoom(view, entry, await measureViewState(sql, view, key))
          await writeViewState(sql, view, key, entry, now())
        },
        () => ({ type: 'state', view, key }),
        SEVERAL,
      )
    },
    async writeContext(view, conversation, slot) {
      if (slot) await reserve(() => ({ bytes: bytesOf(slot) }))
      return commit((sql) => writeContext(sql, view, conversation, slot))
    },
    listConsent: (app, which) => read((sql) => listConsent(sql, app, which)),
    writeConsent: (record) => commit((sql) => writeConsent(sql, record)),
    removeConsent: (app, which) => commit((sql) => removeConsent(sql, app, which)),
    appendAudit: (events) => commit((sql) => appendAudit(sql, events)),
    listAudit: (page) => read((sql) => listAudit(sql, page)),
    exportAudit: (after, limit) => readTogether((sql) => exportAudit(sql, after, limit)),
    listAuditSummaries: (page) => readTogether((sql) => listAuditSummaries(sql, page)),
    async keepResource(hash, app, resource) {
      await reserve(() => ({ bytes: bytesOf(resource) }))
      await commit((sql) => keepResource(sql, hash, app, resource, now()))
    },
    findResource: (hash, app) => read((sql) => findResource(sql, hash, app)),
    listShares: (conversation) => read((sql) => listShares(sql, conversation)),
    addShare: (share, hash) => commit((sql) => addShare(sql, share, hash)),
    removeShare: (id) => commit((sql) => removeShare(sql, id)),
    listServers: () => read(listServers),
    writeServer: (name, config) =>
      commit(
        (sql) => writeServer(sql, name, config),
        () => ({ type: 'kept-servers' }),
      ),
    readCredential: (key) => read((sql) => readCredential(sql, key)),
    writeCredential: (key, body) =>
      commit(
        (sql) => writeCredential(sql, key, body),
        // Only one that was stored can make a connection succeed.
        () => (body === undefined ? undefined : { type: 'credentials' }),
      ),
    readSettings: () => readTogether((sql) => readSettings(sql, now())),
    writeSettings: ({ retentionDays }) =>
      commit(
        (sql) => writeSettings(sql, retentionDays),
        () => ({ type: 'resync' }),
        SEVERAL,
      ),
    readUsage: () => read(readUsage),
    async removeExpired({ auditDays } = {}) {
      await commit(
        (sql) => removeExpired(sql, now(), { withAudit: isLocal }),
        (expired) => (expired.changed > 0 ? { type: 'resync' } : undefined),
        SEVERAL,
      )
      if (!isLocal && auditDays !== undefined) await commit((sql) => expireAudit(sql, now() - auditDays * DAY))
    },
  }
}

type ConversationStore = Pick<
  UserStore,
  | 'listConversations'
  | 'createConversation'
  | 'readConversation'
  | 'listEntries'
  | 'renameConversation'
  | 'removeConversation'
  | 'forkConversation'
  | 'putEntry'
>

const conversationStore = ({
  read,
  readTogether,
  commit,
  now,
  reserve,
  released,
}: Omit<UserAccess, 'isLocal'>): ConversationStore => ({
  listConversations: (page) => read((sql) => listConversations(sql, { limit: PAGE, ...page })),
  async createConversation(id = randomUUID(), title) {
    await reserve(() => ({ conversations: 1 }))
    return commit((sql) => createConversation(sql, id, title, now()), changed)
  },
  renameConversation: (id, title) => commit((sql) => renameConversation(sql, id, title, now()), changed),
  async removeConversation(id) {
    const isRemoved = await commit(
      (sql) => removeConversation(sql, id),
      (found) => (found ? { type: 'conversation-removed', id } : undefined),
      SEVERAL,
    )
    released()
    return isRemoved
  },
  async forkConversation(id, point) {
    const growth = await read((sql) => measureConversation(sql, id))
    await reserve(() => growth)
    return commit((sql) => forkConversation(sql, id, point, now()), changed, SEVERAL)
  },
  readConversation: (id) =>
    readTogether(async (sql) => {
      const conversation = await findConversation(sql, id)
      return conversation && { ...conversation, entries: await listEntries(sql, id), context: await listContext(sql, id) }
    }),
  listEntries: (conversation, page) =>
    readTogether(async (sql) =>
      (await findConversation(sql, conversation)) ? findEntries(sql, conversation, { limit: PAGE, ...page }) : undefined,
    ),
  async putEntry(conversation, entry) {
    await reserve(() => ({ bytes: bytesOf(entry), ...('view' in entry && entry.view !== undefined && { views: 1 }) }))
    return commit(
      (sql) => putEntry(sql, conversation, entry, now()),
      (found) => (found ? { type: 'entry', conversation, entry } : undefined),
    )
  },
})

const savedCallStore = ({
  read,
  commit,
  now,
  reserve,
}: Omit<UserAccess, 'isLocal'>): Pick<UserStore, 'listSavedCalls' | 'putSavedCall' | 'removeSavedCall'> => ({
  listSavedCalls: () => read(listSavedCalls),
  async putSavedCall(call) {
    await reserve(() => ({ bytes: bytesOf(call) }))
    const isSaved = await commit(
      (sql) => putSavedCall(sql, call, MAX_SAVED_CALLS, now()),
      (found) => (found ? { type: 'saved-calls' } : undefined),
    )
    if (!isSaved)
      throw new CasementError(
        'OVER_BUDGET',
        `A user can save at most ${MAX_SAVED_CALLS} calls. Delete calls that you no longer need.`,
      )
  },
  removeSavedCall: (id) =>
    commit(
      (sql) => removeSavedCall(sql, id),
      (found) => (found ? { type: 'saved-calls' } : undefined),
    ),
})

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))

const changed = (conversation: Conversation | undefined): GatewayEvent | undefined =>
  conversation && { type: 'conversation', conversation }

function checkRoom(view: string, entry: StateEntry, used: { keys: number; size: number }): void {
  if (used.keys >= MAX_STATE_KEYS || used.size + JSON.stringify(entry).length > MAX_STATE)
    throw new CasementError(
      'OVER_BUDGET',
      `The View ${view} may store at most ${MAX_STATE_KEYS} keys and ${MAX_STATE} characters. Delete keys that it no longer needs.`,
    )
}
