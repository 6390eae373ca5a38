import type { CallEntry, Conversation, ConversationDetail, Entry, GatewayEvent } from '@casement/gateway/api'
import type { GatewayApi } from '../api/gateway-api.ts'
import { createStore, type Store } from '../store.ts'
import { heldCalls } from './call-lock.ts'
import { isUnderWay } from './is-under-way.ts'
import { openConversation, type OpenConversation, type OpenOptions } from './open-conversation.ts'
import { hashOf } from './entry-link.ts'

/** The main content of the page. */
export type Shown =
  | { readonly at: 'nothing' }
  | { readonly at: 'opening'; readonly id: string }
  /** `target` is the entry that a link led to, and another one each time that it does. */
  | { readonly at: 'open'; readonly conversation: OpenConversation; readonly target?: { readonly entry: string } | undefined }
  | { readonly at: 'failed'; readonly id: string; readonly error: unknown }

/** The conversations of this gateway, and the one that is open. */
export interface Conversations {
  /** Newest first; undefined until the gateway has responded. */
  readonly list: Store<readonly Conversation[] | undefined>
  readonly shown: Store<Shown>
  /** The address of the next page of the list; undefined when everything is listed. */
  readonly next: Store<string | undefined>
  load(): Promise<void>
  /** Adds the next page to the list. */
  loadMore(): Promise<void>
  /** Opens one, at its newest entry or at the one that a link names. */
  open(id: string, entry?: string): Promise<void>
  /** Starts a new conversation, which is stored with its first entry. */
  begin(title?: string): OpenConversation
  /** The open one, or a new one. */
  current(): OpenConversation
  rename(id: string, title: string): Promise<void>
  remove(id: string): Promise<void>
  receive(event: GatewayEvent): void
}

/** The events of all conversations. */
interface ConversationEvents {
  /** A conversation was opened with a call whose task no page follows. */
  readonly onTask?: (conversation: OpenConversation, call: CallEntry) => void
}

/** The events of all conversations. */
interface ConversationEvents {
  /** A conversation was opened with a call whose task no page follows. */
  readonly onTask?: (conversation: OpenConversation, call: CallEntry) => void
}

/** Follows the conversations. */
export function createConversations(
  api: GatewayApi,
  { onFailure, onSaid, onTask = () => {} }: Pick<OpenOptions, 'onFailure' | 'onSaid'> & ConversationEvents,
): Conversations {
  const list = createStore<readonly Conversation[] | undefined>(undefined)
  const shown = createStore<Shown>({ at: 'nothing' })
  const next = createStore<string | undefined>(undefined)

  const leave = (): void => {
    const before = shown.get()
    if (before.at === 'open') before.conversation.close()
  }
  const show = (conversation: OpenConversation, entry?: string): OpenConversation => {
    leave()
    shown.set({ at: 'open', conversation, target: entry === undefined ? undefined : { entry } })
    history.replaceState(null, '', hashOf(conversation.id, entry))
    return conversation
  }
  const take = (conversation: Conversation): void =>
    list.set((all = []) => [conversation, ...all.filter(({ id }) => id !== conversation.id)].toSorted(newestFirst))
  const forget = (gone: string): void => {
    list.set((all) => all?.filter(({ id }) => id !== gone))
    const now = shown.get()
    if (now.at !== 'open' || now.conversation.id !== gone) return
    leave()
    shown.set({ at: 'nothing' })
    history.replaceState(null, '', location.pathname)
  }
  const begin = (title = 'New conversation'): OpenConversation => {
    const now = Date.now()
    const detail = { id: crypto.randomUUID(), title, createdAt: now, updatedAt: now, entries: [], context: [] }
    return show(openConversation(api, detail, { isNew: true, onFailure, onSaid, onCreated: take }))
  }

  return {
    list,
    shown,
    next,
    begin,
    async load() {
      const known = new Set(list.get()?.map(({ id }) => id))
      const { conversations: listed, next: page } = await api.conversations()
      // Conversations started meanwhile may be missing in the response.
      const begun = (list.get() ?? []).filter(({ id }) => !known.has(id) && !listed.some((one) => one.id === id))
      list.set([...begun, ...listed].toSorted(newestFirst))
      next.set(page)
    },
    async loadMore() {
      const { conversations: older, next: page } = await api.conversations({ page: next.get() })
      const known = new Set(list.get()?.map(({ id }) => id))
      list.set((all = []) => [...all, ...older.filter(({ id }) => !known.has(id))].toSorted(newestFirst))
      next.set(page)
    },
    async open(id, entry) {
      const before = shown.get()
      if (entry !== undefined && before.at === 'open' && before.conversation.id === id) {
        shown.set({ ...before, target: { entry } })
        return
      }
      leave()
      const opening: Shown = { at: 'opening', id }
      shown.set(opening)
      // Not by its name: it may have been asked for once more, at another place.
      const isStillWanted = (): boolean => shown.get() === opening
      try {
        const detail = await markInterrupted(await api.conversation(id))
        if (!isStillWanted()) return
        const conversation = show(openConversation(api, detail, { isNew: false, onFailure, onSaid, onCreated: take }), entry)
        for (const call of detail.entries.filter(isOpenCall)) if (await isAbandonedTask(call)) onTask(conversation, call)
      } catch (error) {
        if (isStillWanted()) shown.set({ at: 'failed', id, error })
      }
    },
    current() {
      const now = shown.get()
      return now.at === 'open' ? now.conversation : begin()
    },
    async rename(id, title) {
      const now = shown.get()
      if (now.at === 'open' && now.conversation.id === id) now.conversation.title.set(title)
      list.set((all) => all?.map((one) => (one.id === id ? { ...one, title } : one)))
      await api.renameConversation(id, title)
    },
    async remove(id) {
      await api.removeConversation(id)
      forget(id)
    },
    receive(event) {
      if (event.type === 'conversation') take(event.conversation)
      if (event.type === 'conversation-removed') forget(event.id)
      const now = shown.get()
      if (event.type === 'entry' && now.at === 'open' && now.conversation.id === event.conversation)
        now.conversation.receive(event.entry)
    },
  }
}

/** Marks abandoned calls. A page that still runs one reports that with its result. */
async function markInterrupted(detail: ConversationDetail): Promise<ConversationDetail> {
  const open = detail.entries.filter(isOpenCall)
  if (open.length === 0) return detail
  const held = await heldCalls(open.map(({ id }) => id))
  const entries = detail.entries.map((entry): Entry =>
    isOpenCall(entry) && !entry.task && !held.has(entry.id) ? { ...entry, status: 'interrupted' } : entry,
  )
  return { ...detail, entries }
}

/** Whether the call is a task that no page follows any more. The server still runs it. */
const isAbandonedTask = async ({ id, task }: CallEntry): Promise<boolean> =>
  task !== undefined && !(await heldCalls([id])).has(id)

const isOpenCall = (entry: Entry): entry is CallEntry => entry.kind === 'call' && isUnderWay(entry)

const newestFirst = (a: Conversation, b: Conversation): number => b.updatedAt - a.updatedAt
