import type { CachedResource, Conversation, Entry, Share } from '../api.ts'
import { listConversations } from './conversations.ts'
import { listEntries } from './entries.ts'
import { findResource } from './resources.ts'
import type { Sql } from './sql.ts'

const MAX_SHARES = 100

/** The links to a conversation of the user, or to all, the newest first. */
export async function listShares(sql: Sql, conversation: string | null): Promise<Share[]> {
  const rows = await sql.query<{ id: string; conversation: string; created_at: string | number }>(
    `select id, conversation, created_at from shares where $1::text is null or conversation = $1
     order by created_at desc, id limit 1000`,
    [conversation],
  )
  return rows.map((row) => ({ id: row.id, conversation: row.conversation, createdAt: Number(row.created_at) }))
}

/** Adds a link by the hash of its secret. False if the conversation is not found, or has too many links. */
export async function addShare(sql: Sql, share: Share, hash: string): Promise<boolean> {
  const added = await sql.query(
    `insert into shares (id, hash, conversation, created_at)
     select $1, $2, id, $4 from conversations where id = $3 and deleted_at is null
     and (select count(*) from shares where conversation = $3) < ${MAX_SHARES} returning id`,
    [share.id, hash, share.conversation, share.createdAt],
  )
  return added.length > 0
}

/** Revokes a link. Returns its conversation; undefined if the link is not found. */
export async function removeShare(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql.query<{ conversation: string }>('delete from shares where id = $1 returning conversation', [id])
  return row?.conversation
}

/** A conversation that another user shares. */
export interface StoredShare {
  readonly id: string
  readonly user: string
  readonly conversation: Conversation
  readonly entries: readonly Entry[]
}

/** The data that a reader with a link may read. */
export interface SharedReader {
  /** Undefined when the link is not valid. */
  conversation(): Promise<StoredShare | undefined>
  /** The document of a View in it. */
  resource(hash: string, app: string | null): Promise<CachedResource | undefined>
}

/**
 * Reads with a link, in the tenant of the reader. The database finds the owner by the hash of the link's secret. From then on it shows
 * the one conversation, and refuses every write.
 */
export function createSharedReader(begin: Sql['transaction'], tenant: string, hash: string): SharedReader {
  const read = <T>(work: (sql: Sql, share: { id: string; user: string }) => Promise<T>): Promise<T | undefined> =>
    begin(async (sql) => {
      await sql.query('set transaction read only')
      await sql.query(`select set_config('casement.tenant', $1, true), set_config('casement.share', $2, true)`, [tenant, hash])
      const [share] = await sql.query<{ id: string; user: string }>(
        `select id, set_config('casement.user', user_id, true) as "user" from shares`,
      )
      return share && work(sql, share)
    })
  return {
    conversation: () =>
      read(async (sql, share) => {
        const [conversation] = await listConversations(sql, { limit: 1 })
        return conversation && { ...share, conversation, entries: await listEntries(sql, conversation.id) }
      }),
    resource: (resource, app) => read((sql) => findResource(sql, resource, app)),
  }
}
