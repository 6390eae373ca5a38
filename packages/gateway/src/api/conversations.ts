import type { Hono } from 'hono'
import type { Entry } from '../api.ts'
import type { Store } from '../store/store.ts'
import { checkName, checkText, invalid, notFound, readBody, readCount } from './body.ts'

const DEFAULT_PAGE = 200
const MAX_PAGE = 1000

/** Conversations and what is in them. */
export function addConversationRoutes(app: Hono, store: Store): void {
  app.get('/api/conversations', async (context) => {
    const { limit, after, search } = context.req.query()
    const size = Math.min(readCount('limit', limit) || DEFAULT_PAGE, MAX_PAGE)
    const found = await store.listConversations({ limit: size, after: readCursor(after), search })
    const last = found.length === size ? found.at(-1) : undefined
    if (last) {
      const next = new URLSearchParams({ limit: String(size), after: `${last.updatedAt}.${last.id}`, ...(search && { search }) })
      context.header('Link', `</api/conversations?${next.toString()}>; rel="next"`)
    }
    return context.json(found)
  })
  app.post('/api/conversations', async (context) => {
    const { id, title = '' } = await readBody(context)
    const given = id === undefined ? undefined : checkName('id', id)
    return context.json(await store.createConversation(given, checkText('title', title)), 201)
  })
  app.get('/api/conversations/:id', async (context) => {
    const found = await store.readConversation(checkName('the conversation', context.req.param('id')))
    return found ? context.json(found) : notFound(context, 'such conversation')
  })
  app.patch('/api/conversations/:id', async (context) => {
    const { title } = await readBody(context)
    const found = await store.renameConversation(
      checkName('the conversation', context.req.param('id')),
      checkText('title', title),
    )
    return found ? context.json(found) : notFound(context, 'such conversation')
  })
  app.delete('/api/conversations/:id', async (context) => {
    const found = await store.removeConversation(checkName('the conversation', context.req.param('id')))
    return found ? context.body(null, 204) : notFound(context, 'such conversation')
  })
  app.put('/api/conversations/:id/entries/:entry', async (context) => {
    const { id, entry } = context.req.param()
    const body = await readBody(context)
    checkEntry(body, entry)
    const found = await store.putEntry(checkName('the conversation', id), body)
    return found ? context.body(null, 204) : notFound(context, 'such conversation')
  })
}

/** Where the previous page ended. */
function readCursor(value: string | undefined): { updatedAt: number; id: string } | undefined {
  if (value === undefined) return undefined
  const [, updatedAt, id] = /^(\d{1,15})\.(.+)$/.exec(value) ?? []
  if (updatedAt === undefined) throw invalid('after must be the one of the link to the next page')
  return { updatedAt: Number(updatedAt), id: checkName('after', id) }
}

/** The page wrote it and the page reads it, so only what the store itself relies on is looked at. */
function checkEntry(body: Record<string, unknown>, id: string): asserts body is Record<string, unknown> & Entry {
  if (body['kind'] !== 'message' && body['kind'] !== 'call') throw invalid('kind must be "message" or "call"')
  if (body['id'] !== checkName('the entry', id)) throw invalid('the id of the entry must be the one in the address')
  if (typeof body['at'] !== 'number') throw invalid('at must be milliseconds since 1970')
  for (const name of ['view', 'resourceHash']) if (body[name] !== undefined) checkName(name, body[name])
}
