import type { Conversation } from '../api.ts'
import { searchQuery } from './search.ts'
import type { Sql, SqlValue } from './sql.ts'
import { removeViewState } from './view-state.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly created_at: string | number
  readonly updated_at: string | number
}

const COLUMNS = 'id, title, created_at, updated_at'

/** Which conversations are listed. */
export interface ConversationPage {
  readonly limit: number
  /** The last one of the previous page. */
  readonly after?: Pick<Conversation, 'id' | 'updatedAt'> | undefined
  /** Search terms, matched as prefixes of words in the title or an entry. */
  readonly search?: string | undefined
}

/** Conversations, the last changed first. */
export async function listConversations(sql: Sql, { limit, after, search }: ConversationPage): Promise<Conversation[]> {
  const values: SqlValue[] = [limit]
  const bind = (value: SqlValue): string => `$${values.push(value)}`
  const conditions = ['deleted_at is null']
  if (after) conditions.push(`(updated_at, id) < (${bind(after.updatedAt)}, ${bind(after.id)})`)
  const query = search === undefined ? undefined : searchQuery(search)
  if (query !== undefined) conditions.push(`id in (select casement_search(${bind(query)}))`)
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from conversations where ${conditions.join(' and ')} order by updated_at desc, id desc limit $1`,
    values,
  )
  return rows.map(read)
}

/** One conversation, if there is one. */
export async function findConversation(sql: Sql, id: string): Promise<Conversation | undefined> {
  const rows = await sql.query<Row>(`select ${COLUMNS} from conversations where id = $1 and deleted_at is null`, [id])
  return rows.map(read)[0]
}

/** Creates a conversation; one that exists already stays as it is, so that a request can be sent twice. */
export async function createConversation(sql: Sql, id: string, title: string, now: number): Promise<Conversation> {
  const rows = await sql.query<Row>(
    `insert into conversations (${COLUMNS}) values ($1, $2, $3, $3)
     on conflict (tenant_id, user_id, id) do update set deleted_at = null returning ${COLUMNS}`,
    [id, title, now],
  )
  return read(rows[0] as Row)
}

/** Gives a conversation another title. */
export async function renameConversation(sql: Sql, id: string, title: string, now: number): Promise<Conversation | undefined> {
  const rows = await sql.query<Row>(
    `update conversations set title = $2, updated_at = $3, deleted_at = null where id = $1 returning ${COLUMNS}`,
    [id, title, now],
  )
  return rows.map(read)[0]
}

/** Removes a conversation with all that is in it, in the caller's transaction. True when there was one. */
export async function removeConversation(sql: Sql, id: string): Promise<boolean> {
  await removeViewState(sql, 'select $1', [id])
  return (await sql.query('delete from conversations where id = $1 returning id', [id])).length > 0
}

const read = ({ id, title, created_at, updated_at }: Row): Conversation => ({
  id,
  title,
  createdAt: Number(created_at),
  updatedAt: Number(updated_at),
})
