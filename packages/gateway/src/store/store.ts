import { randomUUID } from 'node:crypto'
import type { ContextSlot } from 'casement/host'
import { CasementError } from 'casement/protocol'
import type { StateEntry } from 'casement/protocol/schemas'
import type { StoredDocument } from 'casement/sandbox'
import type {
  AuditRecord,
  CachedResource,
  ConsentRecord,
  Conversation,
  ConversationDetail,
  Entry,
  GatewayEvent,
  StoreSettings,
  ViewState,
} from '../api.ts'
import { appendAudit, listAudit, type AuditPage, type NewAudit } from './audit.ts'
import { CHANNEL, changeOf, eventOf, type Change, type StoreNews } from './changes.ts'
import { listConsent, removeConsent, writeConsent } from './consent.ts'
import { connectDatabase } from './connection.ts'
import {
  createConversation,
  findConversation,
  listConversations,
  removeConversation,
  renameConversation,
  type ConversationPage,
} from './conversations.ts'
import { findDocument, keepDocument, settle } from './documents.ts'
import { listEntries, putEntry } from './entries.ts'
import { listServers, writeServer, type KeptServer } from './kept-servers.ts'
import { migrate } from './migrate.ts'
import { listContext, writeContext } from './model-context.ts'
import { findResource, keepResource } from './resources.ts'
import { readSettings, removeExpired, writeSettings } from './retention.ts'
import type { Database, OpenOptions, Sql } from './sql.ts'
import type { DatabaseState } from './unavailable.ts'
import { measureViewState, readViewState, writeViewState } from './view-state.ts'

// What `casement/host` lets a View keep, with room for what JSON adds.
const MOST_STATE_KEYS = 100
const LONGEST_STATE = 1024 * 1024
const PAGE = 200
const MAX_QUEUED = 1000
// Tickets live an hour or two; a document that nobody admitted for a day is asked for by nobody.
const DOCUMENT_LIFE = 24 * 60 * 60 * 1000

/** All that outlives a page and a process. A write resolves when it is durable. */
export interface Store {
  readonly kind: Database['kind']
  /** Settles when the database is open; other calls wait for it. Rejects when it refuses to open. */
  readonly ready: Promise<void>
  /** Whether the database can be used now, and why not. */
  readonly state: DatabaseState
  /** Waits for the database to open; rejects with `StoreUnavailable` when it cannot be used. */
  available(): Promise<void>
  /** The last changed first, a page at a time. */
  listConversations(page?: Partial<ConversationPage>): Promise<Conversation[]>
  createConversation(id: string | undefined, title: string): Promise<Conversation>
  readConversation(id: string): Promise<ConversationDetail | undefined>
  renameConversation(id: string, title: string): Promise<Conversation | undefined>
  removeConversation(id: string): Promise<boolean>
  /** False when there is no such conversation. */
  putEntry(conversation: string, entry: Entry): Promise<boolean>
  readState(view: string): Promise<ViewState>
  writeState(view: string, key: string, entry: StateEntry | undefined): Promise<void>
  /** False when there is no such conversation. */
  writeContext(view: string, conversation: string, slot: ContextSlot | null): Promise<boolean>
  listConsent(app: string | null, kind: string | null): Promise<ConsentRecord[]>
  writeConsent(record: ConsentRecord): Promise<void>
  removeConsent(app: string | null, kind: string | null): Promise<void>
  appendAudit(events: readonly NewAudit[]): Promise<void>
  listAudit(page: AuditPage): Promise<AuditRecord[]>
  keepResource(hash: string, app: string, resource: CachedResource): Promise<void>
  findResource(hash: string, app: string | null): Promise<CachedResource | undefined>
  keepDocument(key: string, document: StoredDocument): Promise<void>
  findDocument(key: string): Promise<StoredDocument | undefined>
  /** Servers that were added while a gateway ran. */
  listServers(): Promise<[string, KeptServer][]>
  writeServer(name: string, config: KeptServer | undefined): Promise<void>
  readSettings(): Promise<StoreSettings>
  writeSettings(settings: Pick<StoreSettings, 'retentionDays'>): Promise<void>
  /** Deletes by age, as the settings say. */
  removeExpired(): Promise<void>
  /** A value that all nodes share. */
  settle(key: string, proposed: string): Promise<string>
  close(): Promise<void>
}

/** What a store is told. */
export interface StoreOptions {
  readonly kind: Database['kind']
  readonly open: (options: OpenOptions) => Promise<Database>
  /** Hears every change, of this node and of others; of the kept servers only what others did. */
  readonly tell: (news: StoreNews) => void
  /** Called when the database goes away or comes back. */
  readonly onState?: ((state: DatabaseState) => void) | undefined
  readonly now?: () => number
}

/** Opens a store in the background. */
export function createStore({ kind, open, tell, onState = () => {}, now = Date.now }: StoreOptions): Store {
  const node = randomUUID()
  const connection = connectDatabase({ open, prepare, onState })
  const read = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => work(await connection.current())

  async function prepare(database: Database): Promise<void> {
    await migrate(database)
    const onPayload = inOrder(
      (payload) => receive(database, payload),
      () => tell({ type: 'resync' }),
    )
    await database.listen(CHANNEL, onPayload, () => tell({ type: 'resync' }))
  }
  async function receive(database: Database, payload: string): Promise<void> {
    const message = JSON.parse(payload) as { node: string; change: Change }
    const event = message.node === node ? undefined : await eventOf(database, message.change)
    if (event) tell(event)
  }

  /** Statements that belong together, in one commit. */
  const together = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => (await connection.current()).transaction(work)

  /** A write and the news of it, in one commit. */
  async function commit<T>(
    work: (sql: Sql) => Promise<T>,
    news: (result: T) => StoreNews | undefined,
    { statements = 'one' }: { statements?: 'one' | 'several' } = {},
  ): Promise<T> {
    const database = await connection.current()
    const result =
      kind === 'embedded'
        ? await (statements === 'one' ? work(database) : database.transaction(work))
        : await database.transaction(async (inside) => {
            const inner = await work(inside)
            const event = news(inner)
            const change = event && changeOf(event)
            if (change) await inside.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ node, change })])
            return inner
          })
    const event = news(result)
    if (event && event.type !== 'kept-servers') tell(event)
    return result
  }

  return {
    kind,
    ready: connection.ready,
    available: async () => void (await connection.current()),
    get state() {
      return connection.state()
    },
    listConversations: (page) => read((sql) => listConversations(sql, { limit: PAGE, ...page })),
    createConversation: (id = randomUUID(), title) => commit((sql) => createConversation(sql, id, title, now()), changed),
    renameConversation: (id, title) => commit((sql) => renameConversation(sql, id, title, now()), changed),
    removeConversation: (id) =>
      commit(
        (sql) => removeConversation(sql, id),
        (found) => (found ? { type: 'conversation-removed', id } : undefined),
        { statements: 'several' },
      ),
    readConversation: (id) =>
      read(async (sql) => {
        const [conversation, entries, context] = await Promise.all([
          findConversation(sql, id),
          listEntries(sql, id),
          listContext(sql, id),
        ])
        return conversation && { ...conversation, entries, context }
      }),
    putEntry: (conversation, entry) =>
      commit(
        (sql) => putEntry(sql, conversation, entry, now()),
        (found) => (found ? { type: 'entry', conversation, entry } : undefined),
      ),
    readState: (view) => read((sql) => readViewState(sql, view)),
    writeState: (view, key, entry) =>
      commit(
        async (sql) => {
          if (entry) checkRoom(view, entry, await measureViewState(sql, view, key))
          await writeViewState(sql, view, key, entry, now())
        },
        () => ({ type: 'state', view, key }),
        { statements: 'several' },
      ),
    writeContext: (view, conversation, slot) => read((sql) => writeContext(sql, view, conversation, slot)),
    listConsent: (app, which) => read((sql) => listConsent(sql, app, which)),
    writeConsent: (record) => read((sql) => writeConsent(sql, record)),
    removeConsent: (app, which) => read((sql) => removeConsent(sql, app, which)),
    appendAudit: (events) => read((sql) => appendAudit(sql, events)),
    listAudit: (page) => read((sql) => listAudit(sql, page)),
    keepResource: (hash, app, resource) => read((sql) => keepResource(sql, hash, app, resource, now())),
    findResource: (hash, app) => read((sql) => findResource(sql, hash, app)),
    keepDocument: (key, document) => together((sql) => keepDocument(sql, key, document, now(), now() - DOCUMENT_LIFE)),
    findDocument: (key) => read((sql) => findDocument(sql, key)),
    listServers: () => read(listServers),
    writeServer: (name, config) =>
      commit(
        (sql) => writeServer(sql, name, config),
        () => ({ type: 'kept-servers' }),
      ),
    readSettings: () => read((sql) => readSettings(sql, now())),
    async writeSettings({ retentionDays }) {
      await together((sql) => writeSettings(sql, retentionDays))
      tell({ type: 'resync' })
    },
    async removeExpired() {
      const { changed: count } = await together((sql) => removeExpired(sql, now()))
      if (count > 0) tell({ type: 'resync' })
    },
    settle: (key, proposed) => read((sql) => settle(sql, key, proposed)),
    close: () => connection.close(),
  }
}

const changed = (conversation: Conversation | undefined): GatewayEvent | undefined =>
  conversation && { type: 'conversation', conversation }

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

function checkRoom(view: string, entry: StateEntry, used: { keys: number; size: number }): void {
  if (used.keys >= MOST_STATE_KEYS || used.size + JSON.stringify(entry).length > LONGEST_STATE)
    throw new CasementError(
      'OVER_BUDGET',
      `The View ${view} may keep ${MOST_STATE_KEYS} keys and ${LONGEST_STATE} characters. Remove what it no longer needs.`,
    )
}
