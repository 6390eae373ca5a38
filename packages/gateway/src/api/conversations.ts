import { z } from 'zod'
import type { Entry } from '../api.ts'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'
import { checkName, invalid, nameSchema, noContent, notFound, readCount, textSchema } from './body.ts'

// An entry has the result of its tool in it, and results have pictures.
const MAX_ENTRY_BYTES = 24 * 1024 * 1024

/** The page wrote it and the page reads it, so only the fields that the store itself relies on are validated. */
const entrySchema = z.looseObject({
  kind: z.enum(['message', 'call'], 'must be "message" or "call"'),
  id: nameSchema,
  at: z.number('must be milliseconds since 1970'),
  view: nameSchema.optional(),
  resourceHash: nameSchema.optional(),
})
const DEFAULT_PAGE = 200
const MAX_PAGE = 1000
const PAGE_SIZE = `The size of a page. Default ${DEFAULT_PAGE}, at most ${MAX_PAGE}. A \`Link\` header leads to the next one.`
const pageSize = (limit: string | undefined): number => Math.min(readCount('limit', limit) || DEFAULT_PAGE, MAX_PAGE)
const NONE = 'such conversation'
const idOf = (id: string | undefined): string => checkName('the conversation', id)

/** Conversations and their entries. */
export const conversationRoutes = (store: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/conversations',
    access: 'member',
    query: {
      search: 'Words that the title or an entry contains, each as the beginning of one.',
      limit: PAGE_SIZE,
      after: 'The value in the link to the next page.',
    },
    async handle({ context, principal }) {
      const { limit, after, search } = context.req.query()
      const size = pageSize(limit)
      const found = await store.as(principal).listConversations({ limit: size, after: readCursor(after), search })
      const last = found.length === size ? found.at(-1) : undefined
      if (last) {
        const next = new URLSearchParams({
          limit: String(size),
          after: `${last.updatedAt}.${last.id}`,
          ...(search && { search }),
        })
        context.header('Link', `</api/conversations?${next.toString()}>; rel="next"`)
      }
      return context.json(found)
    },
  }),
  route({
    method: 'POST',
    path: '/api/conversations',
    access: 'member',
    body: z.object({ id: nameSchema.optional(), title: textSchema.default('') }),
    handle: async ({ context, body: { id, title }, principal }) =>
      context.json(await store.as(principal).createConversation(id, title), 201),
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id',
    access: 'member',
    async handle({ context, principal }) {
      const found = await store.as(principal).readConversation(idOf(context.req.param('id')))
      return found ? context.json(found) : notFound(NONE)
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/conversations/:id',
    access: 'member',
    body: z.object({ title: textSchema }),
    async handle({ context, body: { title }, principal }) {
      const found = await store.as(principal).renameConversation(idOf(context.req.param('id')), title)
      return found ? context.json(found) : notFound(NONE)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/conversations/:id',
    access: 'member',
    async handle({ context, principal }) {
      return (await store.as(principal).removeConversation(idOf(context.req.param('id')))) ? noContent() : notFound(NONE)
    },
  }),
  route({
    method: 'POST',
    path: '/api/conversations/:id/forks',
    access: 'member',
    body: z.object({ entry: nameSchema, title: textSchema.optional() }),
    async handle({ context, body, principal }) {
      const fork = await store.as(principal).forkConversation(idOf(context.req.param('id')), body)
      return fork ? context.json(fork, 201) : notFound('such entry')
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id/entries',
    access: 'member',
    query: {
      search: 'Words that an entry contains, each as the beginning of one.',
      limit: PAGE_SIZE,
      after: 'The id of the last entry of the previous page.',
    },
    async handle({ context, principal }) {
      const { limit, after, search } = context.req.query()
      const id = idOf(context.req.param('id'))
      const size = pageSize(limit)
      const found = await store.as(principal).listEntries(id, { limit: size, after, search })
      if (!found) return notFound(NONE)
      const last = found.length === size ? found.at(-1) : undefined
      if (last) {
        const next = new URLSearchParams({ limit: String(size), after: last.id, ...(search && { search }) })
        context.header('Link', `</api/conversations/${encodeURIComponent(id)}/entries?${next.toString()}>; rel="next"`)
      }
      return context.json(found)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/conversations/:id/entries/:entry',
    access: 'member',
    body: entrySchema,
    maxBytes: MAX_ENTRY_BYTES,
    async handle({ context, body, principal }) {
      const { id, entry } = context.req.param() as Record<string, string>
      if (body.id !== checkName('the entry', entry)) throw invalid('id must match the id in the URL')
      // The rest of the entry is the page's own.
      const found = await store.as(principal).putEntry(idOf(id), body as object as Entry)
      return found ? noContent() : notFound(NONE)
    },
  }),
]

/** Where the previous page ended. */
function readCursor(value: string | undefined): { updatedAt: number; id: string } | undefined {
  if (value === undefined) return undefined
  const [, updatedAt, id] = /^(\d{1,15})\.(.+)$/.exec(value) ?? []
  if (updatedAt === undefined) throw invalid('after must be the value from the link to the next page')
  return { updatedAt: Number(updatedAt), id: checkName('after', id) }
}
