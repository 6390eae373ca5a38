import { randomUUID } from 'node:crypto'
import type { Conversation, Entry } from '../api.ts'
import { createConversation, findConversation } from './conversations.ts'
import { putEntry } from './entries.ts'
import { listContextUntil, writeContext } from './model-context.ts'
import type { Sql } from './sql.ts'
import { copyViewState } from './view-state.ts'

/** The last entry of a copy, and the copy's title. */
export interface ForkPoint {
  readonly entry: string
  /** Default: the title of the original. */
  readonly title?: string | undefined
}

interface Row {
  readonly id: string
  readonly seq: string | number
  readonly body: string
}

/**
 * Copies a conversation up to an entry, in the caller's transaction, with the state that each View had while that entry was the
 * newest. Undefined if the conversation or entry is not found.
 */
export async function forkConversation(
  sql: Sql,
  id: string,
  { entry: last, title }: ForkPoint,
  now: number,
): Promise<Conversation | undefined> {
  const original = await findConversation(sql, id)
  const rows = await sql.query<Row>(
    `select id, seq, body from entries
     where conversation = $1 and seq <= (select seq from entries where conversation = $1 and id = $2) order by seq`,
    [id, last],
  )
  const seq = Number(rows.at(-1)?.seq)
  if (!original || rows.length === 0) return undefined

  const fork = await createConversation(sql, randomUUID(), title ?? original.title, now)
  // The name of a View is also that of its state, so the copy needs another one.
  const views = new Map<string, string>()
  for (const { body } of rows) {
    const entry = copyOf(JSON.parse(body) as Entry, views)
    await putEntry(sql, fork.id, entry, now)
  }
  for (const [from, to] of views) await copyViewState(sql, from, to, seq, now)
  for (const slot of await listContextUntil(sql, id, seq)) {
    const view = views.get(slot.view)
    if (view !== undefined) await writeContext(sql, view, fork.id, { ...slot, view })
  }
  return fork
}

/** An entry under a new id. A call that was under way is not under way in the copy. */
function copyOf(entry: Entry, views: Map<string, string>): Entry {
  const id = randomUUID()
  if (entry.kind !== 'call') return { ...entry, id }
  const isUnderWay = entry.status === 'streaming' || entry.status === 'running'
  // A later call may be shown in the View of an earlier one, which has its copy already.
  const view = entry.view === undefined ? undefined : (views.get(entry.view) ?? id)
  if (entry.view !== undefined && view !== undefined) views.set(entry.view, view)
  return { ...entry, id, ...(view !== undefined && { view }), ...(isUnderWay && { status: 'interrupted' }) }
}
