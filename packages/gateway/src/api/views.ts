import type { ContextSlot } from 'casement/host'
import { z } from 'zod'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'
import { checkName, nameSchema, noContent, notFound, objectSchema } from './body.ts'

const MAX_STATE_BYTES = 8 * 1024 * 1024
const stateSchema = z.object({ version: z.int('must be an integer'), value: z.unknown() })
const contextSchema = z.object({ conversation: nameSchema, slot: objectSchema.nullable() })

/** The state of Views, and their context for the model. */
export const viewRoutes = (store: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/views/:view/state',
    access: 'member',
    handle: async ({ context, principal }) =>
      context.json(await store.as(principal).readState(checkName('the View', context.req.param('view')))),
  }),
  route({
    method: 'PUT',
    path: '/api/views/:view/state/:key',
    access: 'member',
    body: stateSchema,
    maxBytes: MAX_STATE_BYTES,
    async handle({ context, body, principal }) {
      const { view, key } = context.req.param() as Record<string, string>
      await store.as(principal).writeState(checkName('the View', view), checkName('the key', key), body)
      return noContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/views/:view/state/:key',
    access: 'member',
    async handle({ context, principal }) {
      const { view, key } = context.req.param() as Record<string, string>
      await store.as(principal).writeState(checkName('the View', view), checkName('the key', key), undefined)
      return noContent()
    },
  }),
  route({
    method: 'PUT',
    path: '/api/views/:view/context',
    access: 'member',
    body: contextSchema,
    maxBytes: MAX_STATE_BYTES,
    async handle({ context, body: { conversation, slot }, principal }) {
      const view = checkName('the View', context.req.param('view'))
      // The page wrote it and the page reads it.
      const found = await store.as(principal).writeContext(view, conversation, slot as ContextSlot | null)
      return found ? noContent() : notFound('such conversation')
    },
  }),
]
