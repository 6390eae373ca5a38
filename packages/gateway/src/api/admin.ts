import { CasementError } from 'casement/protocol'
import { z } from 'zod'
import { route, type Route } from '../router.ts'
import { DEFAULT_TENANT } from '../security/principal.ts'
import { addToken } from '../security/tokens.ts'
import type { Store } from '../store/store.ts'
import { checkName, nameSchema, noContent, notFound } from './body.ts'

const tokenSchema = z.object({
  name: nameSchema,
  user: nameSchema,
  role: z.enum(['admin', 'member'], 'must be admin or member').default('member'),
})

/** Administration of the access of users. */
export const adminRoutes = ({ access }: Store): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/tokens',
    access: 'admin',
    handle: async ({ context }) => context.json(await access.listTokens()),
  }),
  route({
    method: 'POST',
    path: '/api/admin/tokens',
    access: 'admin',
    body: tokenSchema,
    async handle({ context, body }) {
      const token = await addToken(access, body)
      if (token === undefined)
        throw new CasementError(
          'INVALID_ARGUMENT',
          `There is a token of the name "${body.name}". Revoke it, or choose another name.`,
        )
      return context.json({ ...body, token }, 201)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/admin/tokens/:name',
    access: 'admin',
    async handle({ context }) {
      const name = checkName('the token', context.req.param('name'))
      return (await access.revokeToken(DEFAULT_TENANT, name)) ? noContent() : notFound('token of this name')
    },
  }),
]
