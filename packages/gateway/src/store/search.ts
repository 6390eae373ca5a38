import type { Entry } from '../api.ts'
import type { Sql } from './sql.ts'

// PostgreSQL holds 1 MB of positions per entry; the beginning of a very long text finds it well enough.
const MAX_TEXT = 100_000
const MAX_WORDS = 12
const BATCH = 500

/** The text by which an entry is found: messages, tool names, inputs and results, without the names of fields. */
export function searchText(entry: Entry): string {
  const parts: string[] = entry.kind === 'call' ? [entry.server, entry.tool] : []
  let length = 0
  const collect = (value: unknown): void => {
    if (length > MAX_TEXT) return
    if (typeof value === 'string' || typeof value === 'number') {
      parts.push(String(value))
      length += parts.at(-1)?.length ?? 0
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  if (entry.kind === 'call') [entry.input, entry.result?.content, entry.error].forEach(collect)
  else entry.content.forEach((block) => collect('text' in block ? block.text : undefined))
  // Databases store neither; a lone surrogate would not survive encoding.
  return parts
    .join(' ')
    .slice(0, MAX_TEXT)
    .replace(/[\0\ud800-\udfff]/gu, ' ')
}

/** A query for `to_tsquery` that finds all words, each as the beginning of one; undefined when there are none. */
export function searchQuery(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_WORDS)
  return words?.map((word) => `${word}:*`).join(' & ')
}

/** Makes the entries of an older schema searchable. */
export async function fillSearch(sql: Sql): Promise<void> {
  for (let after = 0; ;) {
    const rows = await sql.query<{ seq: string | number; conversation: string; id: string; body: string }>(
      'select seq, conversation, id, body from entries where seq > $1 order by seq limit $2',
      [after, BATCH],
    )
    for (const { conversation, id, body } of rows)
      await sql.query(`update entries set search = to_tsvector('simple', $3) where conversation = $1 and id = $2`, [
        conversation,
        id,
        searchText(JSON.parse(body) as Entry),
      ])
    if (rows.length < BATCH) return
    after = Number(rows.at(-1)?.seq)
  }
}
