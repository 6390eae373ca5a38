import type { Conversation, ConversationDetail, Entry } from '@casement/gateway/api'
import type { AuditEvent, MountedApp } from 'casement/host'
import type { GatewayApi } from '../api/gateway-api.ts'
import { createStore, type Store } from '../store.ts'
import { createConversationContext, type ConversationContext } from './conversation-context.ts'
import type { LiveCall } from './live-call.ts'
import { auditSender } from './view-stores.ts'

/** The conversation on the page. */
export interface OpenConversation {
  readonly id: string
  readonly title: Store<string>
  readonly entries: Store<readonly Entry[]>
  readonly context: ConversationContext
  /** The calls that this page runs, by entry. */
  readonly live: ReadonlyMap<string, LiveCall>
  /** The Views on the page, by the entry of the call that mounted them. */
  readonly mounted: Map<string, MountedApp>
  readonly audit: (event: AuditEvent) => void
  /** Adds or replaces an entry. It is shown immediately and stored as soon as the gateway is available. */
  put(entry: Entry): void
  /** Shows a change that need not be stored, such as a message that is being streamed. */
  show(entry: Entry): void
  startCall(entry: string, call: LiveCall): void
  /** Another page changed the conversation. */
  receive(entry: Entry): void
  /** Resolves when all changes so far are stored. */
  saved(): Promise<void>
  close(): void
}

/** The events of a conversation. */
export interface OpenOptions {
  readonly isNew: boolean
  readonly onFailure: (error: unknown) => void
  readonly onCreated: (conversation: Conversation) => void
  /** A View added a user message, which requests a response. */
  readonly onSaid: (conversation: OpenConversation) => void
}

const MAX_TITLE = 60

/** Opens a conversation. */
export function openConversation(api: GatewayApi, detail: ConversationDetail, options: OpenOptions): OpenConversation {
  const { id } = detail
  const title = createStore(detail.title)
  const entries = createStore<readonly Entry[]>(detail.entries)
  const live = new Map<string, LiveCall>()
  let saving: Promise<unknown> = Promise.resolve()
  let isNew = options.isNew

  const show = (entry: Entry): void =>
    entries.set((before) =>
      before.some((one) => one.id === entry.id) ? before.map((one) => (one.id === entry.id ? entry : one)) : [...before, entry],
    )
  // One after the other, so that an entry never arrives before its conversation or an older version after a newer one.
  const save = (work: () => Promise<unknown>): void => {
    saving = saving.then(work).catch(options.onFailure)
  }
  const context = createConversationContext(
    detail.context,
    (view, slot) => save(() => api.putContext(view, id, slot)),
    ({ content }) => {
      conversation.put({ kind: 'message', id: crypto.randomUUID(), at: Date.now(), role: 'user', by: 'app', content })
      options.onSaid(conversation)
    },
  )
  const create = async (first: Entry): Promise<void> => {
    title.set(titleFrom(first, title.get()))
    options.onCreated(await api.createConversation({ id, title: title.get() }))
  }

  const conversation: OpenConversation = {
    id,
    title,
    entries,
    context,
    live,
    mounted: new Map(),
    audit: auditSender(api, id),
    show,
    put(entry) {
      show(entry)
      if (isNew) save(() => create(entry))
      isNew = false
      save(() => api.putEntry(id, entry))
    },
    startCall: (entry, call) => void live.set(entry, call),
    receive(entry) {
      // The state of calls of this page takes precedence over the stored one.
      if (!live.has(entry.id)) show(entry)
    },
    saved: async () => void (await saving),
    // Calls continue and their results are stored.
    close: () => context.close(),
  }
  return conversation
}

/** The title of a conversation is its first entry, unless it has a title. */
function titleFrom(first: Entry, given: string): string {
  if (given !== 'New conversation') return given
  if (first.kind === 'call') return first.tool
  const text = first.content.map((block) => (block.type === 'text' ? block.text : '')).join(' ')
  return text.slice(0, MAX_TITLE) || given
}
