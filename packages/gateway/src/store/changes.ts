import type { GatewayEvent } from '../api.ts'
import { findConversation } from './conversations.ts'
import { findEntry } from './entries.ts'
import type { Sql } from './sql.ts'

/** The channel on which nodes exchange changes. */
export const CHANNEL = 'casement_changes'

/** The events for a node. Most are for pages; changes of saved servers, credentials and access are for the node itself. */
export type StoreNews =
  | GatewayEvent
  | { readonly type: 'kept-servers' }
  | { readonly type: 'credentials' }
  | { readonly type: 'access' }
  | { readonly type: 'user-removed' }

/** A change without its data, because a notification of PostgreSQL holds 8,000 bytes. */
export type Change =
  | { readonly type: 'conversation'; readonly id: string }
  | { readonly type: 'conversation-removed'; readonly id: string }
  | { readonly type: 'entry'; readonly conversation: string; readonly id: string }
  | { readonly type: 'state'; readonly view: string; readonly key: string }
  | { readonly type: 'kept-servers' }
  /** A user has authorized a server, or no longer. */
  | { readonly type: 'credentials' }
  | { readonly type: 'saved-calls' }
  /** The visible data may be out of date. */
  | { readonly type: 'resync' }
  /** A token or a session was revoked. */
  | { readonly type: 'access' }
  /** A user was blocked or deleted: whatever is open for the user ends. */
  | { readonly type: 'user-removed' }

/** The part of an event for other nodes; undefined if it concerns only this node. */
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
    case 'credentials':
    case 'saved-calls':
    case 'resync':
    case 'access':
    case 'user-removed':
      return { type: event.type }
    default:
      return undefined
  }
}

/** The event that a change on another node is here, as its user sees it; undefined when what changed is gone again. */
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
