import type { GatewayEvent } from '../api.ts'
import { findConversation } from './conversations.ts'
import { findEntry } from './entries.ts'
import type { Sql } from './sql.ts'

/** The channel on which nodes tell each other what changed. */
export const CHANNEL = 'casement_changes'

/** What a node is told: most of it is for its pages, that the kept servers changed is for itself. */
export type StoreNews = GatewayEvent | { readonly type: 'kept-servers' }

/** What changed, without the thing itself: a notification of PostgreSQL holds 8,000 bytes. */
export type Change =
  | { readonly type: 'conversation'; readonly id: string }
  | { readonly type: 'conversation-removed'; readonly id: string }
  | { readonly type: 'entry'; readonly conversation: string; readonly id: string }
  | { readonly type: 'state'; readonly view: string; readonly key: string }
  | { readonly type: 'kept-servers' }

/** What other nodes must be told of an event; undefined for one that is only about this node. */
export function changeOf(event: StoreNews): Change | undefined {
  switch (event.type) {
    case 'conversation':
      return { type: 'conversation', id: event.conversation.id }
    case 'entry':
      return { type: 'entry', conversation: event.conversation, id: event.entry.id }
    case 'conversation-removed':
      return { type: 'conversation-removed', id: event.id }
    case 'state':
      return { type: 'state', view: event.view, key: event.key }
    case 'kept-servers':
      return { type: 'kept-servers' }
    default:
      return undefined
  }
}

/** The event that a change on another node is here; undefined when what changed is gone again. */
export async function eventOf(sql: Sql, change: Change): Promise<StoreNews | undefined> {
  if (change.type === 'conversation') {
    const conversation = await findConversation(sql, change.id)
    return conversation && { type: 'conversation', conversation }
  }
  if (change.type === 'entry') {
    const entry = await findEntry(sql, change.conversation, change.id)
    return entry && { type: 'entry', conversation: change.conversation, entry }
  }
  return change
}
