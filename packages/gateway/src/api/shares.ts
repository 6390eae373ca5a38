import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { NewShare, SharedConversation } from '../api.ts'
import { route, type Call, type Route } from '../router.ts'
import { createSecret } from '../security/secret.ts'
import { hashOf } from '../security/tokens.ts'
import type { SharedReader } from '../store/shares.ts'
import type { Store } from '../store/store.ts'
import { gatewayEvent } from './audit-events.ts'
import { checkName, nameSchema, noContent, notFound } from './body.ts'

const INVALID_LINK = 'conversation with this link. It may have been revoked or deleted'

/** Links to conversations, for other users of the same tenant. The secret is in the link only; the database has its hash. */
export const shareRoutes = (store: Store, now: () => number = Date.now): Route[] => [
  route({
    method: 'GET',
    path: '/api/shares',
    access: 'member',
    query: { conversation: 'Only links to this conversation.' },
    handle: async ({ context, principal }) =>
      context.json(await store.as(principal).listShares(context.req.query('conversation') ?? null)),
  }),
  route({
    method: 'POST',
    path: '/api/shares',
    access: 'member',
    body: z.object({ conversation: nameSchema }),
    async handle({ context, body: { conversation }, principal }) {
      const secret = createSecret()
      const share = { id: randomUUID(), conversation, createdAt: now() }
      const user = store.as(principal)
      if (!(await user.addShare(share, hashOf(secret))))
        return notFound('such conversation, or its limit of links is reached. Revoke some')
      await user.appendAudit([gatewayEvent('shares/create', share.id, { conversation, at: now() })])
      return context.json({ ...share, path: `/?shared=${secret}` } satisfies NewShare, 201)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/shares/:id',
    access: 'member',
    async handle({ context, principal }) {
      const id = checkName('the link', context.req.param('id'))
      const user = store.as(principal)
      const conversation = await user.removeShare(id)
      if (conversation === undefined) return notFound('such link')
      await user.appendAudit([gatewayEvent('shares/revoke', id, { conversation, at: now() })])
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/shared/:link',
    access: 'member',
    async handle(call) {
      const found = await readerOf(store, call).conversation()
      if (!found) return notFound(INVALID_LINK)
      const { id, user, conversation, entries } = found
      // In the log of the reader: the owner's is the owner's to write. An admin's export has both.
      await store.as(call.principal).appendAudit([gatewayEvent('shares/read', id, { at: now() })])
      const { title, updatedAt } = conversation
      call.context.header('Cache-Control', 'no-store')
      return call.context.json({ title, sharedBy: user, updatedAt, entries } satisfies SharedConversation)
    },
  }),
  route({
    method: 'GET',
    path: '/api/shared/:link/resources/:hash',
    access: 'member',
    query: { app: 'Only the resource of this app.' },
    async handle(call) {
      const { context } = call
      const found = await readerOf(store, call).resource(context.req.param('hash') ?? '', context.req.query('app') ?? null)
      context.header('Cache-Control', 'no-store')
      return found ? context.json(found) : notFound('resource with this hash in the conversation')
    },
  }),
]

const readerOf = (store: Store, { context, principal }: Call): SharedReader =>
  store.shared(principal.tenant, hashOf(checkName('the link', context.req.param('link'))))
