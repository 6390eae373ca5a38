import type { ContextSlot } from 'casement/host'
import type { StateEntry } from 'casement/protocol/schemas'
import type { Hono } from 'hono'
import type { Store } from '../store/store.ts'
import { checkName, invalid, notFound, readBody } from './body.ts'

/** What Views keep, and what they tell the model. */
export function addViewRoutes(app: Hono, store: Store): void {
  app.get('/api/views/:view/state', async (context) =>
    context.json(await store.readState(checkName('the View', context.req.param('view')))),
  )
  app.put('/api/views/:view/state/:key', async (context) => {
    const { view, key } = context.req.param()
    const { version, value } = await readBody(context)
    if (!Number.isSafeInteger(version)) throw invalid('version must be a whole number')
    const entry: StateEntry = { version: version as number, value }
    await store.writeState(checkName('the View', view), checkName('the key', key), entry)
    return context.body(null, 204)
  })
  app.delete('/api/views/:view/state/:key', async (context) => {
    const { view, key } = context.req.param()
    await store.writeState(checkName('the View', view), checkName('the key', key), undefined)
    return context.body(null, 204)
  })
  app.put('/api/views/:view/context', async (context) => {
    const { conversation, slot } = await readBody(context)
    if (typeof slot !== 'object') throw invalid('slot must be an object, or null')
    const view = checkName('the View', context.req.param('view'))
    const found = await store.writeContext(view, checkName('conversation', conversation), slot as ContextSlot | null)
    return found ? context.body(null, 204) : notFound(context, 'such conversation')
  })
}
