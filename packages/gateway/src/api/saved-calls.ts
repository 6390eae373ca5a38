import { z } from 'zod'
import { route, type Route } from '../router.ts'
import type { Store } from '../store/store.ts'
import { checkName, nameSchema, noContent, notFound, objectSchema } from './body.ts'

// A result can have pictures.
const MAX_CALL_BYTES = 4 * 1024 * 1024
const callSchema = z.object({
  server: nameSchema,
  name: nameSchema,
  tool: nameSchema,
  input: objectSchema,
  expected: objectSchema.optional(),
})
const idOf = (id: string | undefined): string => checkName('the saved call', id)

/** Calls that a user saved. */
export const savedCallRoutes = (store: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/saved-calls',
    access: 'member',
    handle: async ({ context, principal }) => context.json(await store.as(principal).listSavedCalls()),
  }),
  route({
    method: 'PUT',
    path: '/api/saved-calls/:id',
    access: 'member',
    body: callSchema,
    maxBytes: MAX_CALL_BYTES,
    async handle({ context, body, principal }) {
      await store.as(principal).putSavedCall({ id: idOf(context.req.param('id')), ...body })
      return noContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/saved-calls/:id',
    access: 'member',
    handle: async ({ context, principal }) =>
      (await store.as(principal).removeSavedCall(idOf(context.req.param('id')))) ? noContent() : notFound('such saved call'),
  }),
]
