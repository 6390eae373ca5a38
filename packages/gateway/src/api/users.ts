import { stream } from 'hono/streaming'
import type { AdminServers, AdminSession, AdminUser } from '../api.ts'
import type { Limits } from '../limits/limits.ts'
import { route, type Call, type Route } from '../router.ts'
import { isSameOwner, type Owner } from '../security/principal.ts'
import { refuse } from '../security/refusal.ts'
import type { Servers } from '../servers.ts'
import type { Store } from '../store/store.ts'
import { gatewayEvent } from './audit-events.ts'
import { checkName, noContent, notFound, readCount } from './body.ts'
import { usageOf } from './usage.ts'

/** The dependencies of the administration of users. */
export interface UserRoutesOptions {
  readonly store: Store
  readonly servers: Servers
  readonly limits: Limits
  /** Whether admins may read what users have stored, by exporting it. The command line always may. */
  readonly adminsExport: boolean
  /** Waits until the audit log has every call that got a response. */
  readonly auditSettled: () => Promise<void>
  readonly now?: () => number
}

const DEFAULT_PAGE = 50
const MAX_PAGE = 200
const LIMIT = `The size of a page. Default ${DEFAULT_PAGE}, at most ${MAX_PAGE}. A \`Link\` header leads to the next one.`

/** Administration of the users of a tenant. It never shows the contents of conversations, unless configured. */
export const userRoutes = (options: UserRoutesOptions): Route[] => [
  ...listRoutes(options),
  ...changeRoutes(options),
  ...exportRoutes(options),
]

const listRoutes = ({ store, servers, limits }: UserRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    query: { after: 'The id of the last user of the previous page.', limit: LIMIT },
    async handle({ context, principal: { tenant } }) {
      const { after, limit } = context.req.query()
      const size = Math.min(readCount('limit', limit) || DEFAULT_PAGE, MAX_PAGE)
      const page = await store.listUsers({ tenant, after, limit: size })
      const users: AdminUser[] = []
      // Sequentially, so that a page of users does not take the database connections of active users.
      for (const { tenant: _same, ...user } of page)
        users.push({ ...user, usage: await usageOf({ tenant, user: user.user }, store, limits) })
      const last = page.length === size ? page.at(-1) : undefined
      if (last) {
        const next = new URLSearchParams({ limit: String(size), after: last.user })
        context.header('Link', `</api/admin/users?${next.toString()}>; rel="next"`)
      }
      return context.json(users)
    },
  }),
  route({
    method: 'GET',
    path: '/api/admin/sessions',
    access: 'admin',
    query: { user: 'Only sessions of this user.', after: 'The id of the last session of the previous page.', limit: LIMIT },
    async handle({ context, principal: { tenant } }) {
      const { user, after, limit } = context.req.query()
      const size = Math.min(readCount('limit', limit) || DEFAULT_PAGE, MAX_PAGE)
      const found = await store.access.listSessions({ tenant, user, after, limit: size })
      const last = found.length === size ? found.at(-1) : undefined
      if (last) {
        const next = new URLSearchParams({ limit: String(size), after: last.id, ...(user !== undefined && { user }) })
        context.header('Link', `</api/admin/sessions?${next.toString()}>; rel="next"`)
      }
      return context.json(
        found.map(({ id, user: whose, name, role, via, createdAt, lastSeenAt, expiresAt, agent }): AdminSession => ({
          id,
          user: whose,
          name,
          role,
          via,
          createdAt,
          lastSeenAt,
          expiresAt,
          agent,
        })),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/admin/servers',
    access: 'admin',
    handle: ({ context, principal: { tenant } }) =>
      context.json({
        shared: servers.pool.list(),
        users: servers
          .openUsers()
          .filter((each) => each.tenant === tenant)
          .map(({ user, servers: own }) => ({
            user,
            servers: own.map(({ name, state }) => ({ name, status: state.status })),
          })),
      } satisfies AdminServers),
  }),
  route({
    method: 'GET',
    path: '/api/admin/audit/recent',
    access: 'admin',
    query: { user: 'Only records of this user.', before: 'Only records older than the one with this id.', limit: LIMIT },
    async handle({ context, principal }) {
      const { user = null, before, limit } = context.req.query()
      const size = Math.min(readCount('limit', limit) || DEFAULT_PAGE, MAX_PAGE)
      return context.json(
        await store.as(principal).listAuditSummaries({ user, before: readCount('before', before), limit: size }),
      )
    },
  }),
]

/** Admins cannot lock themselves out; only another admin can restore their access. */
const refuseSelf = ({ principal }: Call, owner: Owner): Response | undefined =>
  isSameOwner(principal, owner) && principal.via !== 'local'
    ? refuse(409, 'OWN_ACCOUNT', 'You cannot do this to your own account. Ask another admin.')
    : undefined

const changeRoutes = ({ store, auditSettled, now = Date.now }: UserRoutesOptions): Route[] => {
  const note = ({ principal }: Call, method: string, target: string): Promise<void> =>
    store.as(principal).appendAudit([gatewayEvent(method, target, { at: now() })])
  return [
    route({
      method: 'DELETE',
      path: '/api/admin/sessions/:id',
      access: 'admin',
      async handle(call) {
        const id = checkName('the session', call.context.req.param('id'))
        const removed = await store.access.removeSessions({ id, tenant: call.principal.tenant })
        if (removed === 0) return notFound('such session')
        await note(call, 'sessions/revoke', id)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:user/block',
      access: 'admin',
      async handle(call) {
        const owner = ownerOf(call)
        const refusal = refuseSelf(call, owner)
        if (refusal) return refusal
        await store.access.block(owner)
        await store.endUser(owner)
        await note(call, 'users/block', owner.user)
        return noContent()
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:user/block',
      access: 'admin',
      async handle(call) {
        const owner = ownerOf(call)
        if (!(await store.access.unblock(owner))) return notFound('blocked user with this id')
        await note(call, 'users/unblock', owner.user)
        return noContent()
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:user',
      access: 'admin',
      query: { audit: '`keep` keeps the audit log of the user.' },
      async handle(call) {
        const owner = ownerOf(call)
        const refusal = refuseSelf(call, owner)
        if (refusal) return refusal
        // Pending audit records would be written after the deletion.
        await auditSettled()
        await store.deleteUser(owner, { keepAudit: call.context.req.query('audit') === 'keep' })
        await note(call, 'users/delete', owner.user)
        return noContent()
      },
    }),
  ]
}

const exportRoutes = ({ store, adminsExport, auditSettled, now = Date.now }: UserRoutesOptions): Route[] => {
  const send = async ({ context }: Call, owner: Owner): Promise<Response> => {
    await auditSettled()
    context.header('Content-Type', 'application/jsonl; charset=utf-8')
    context.header('Content-Disposition', 'attachment; filename="casement-export.jsonl"')
    context.header('Cache-Control', 'no-store')
    return stream(context, async (out) => {
      for await (const row of store.exportUser(owner)) {
        if (out.aborted) return
        await out.write(`${JSON.stringify(row)}\n`)
      }
    })
  }
  return [
    route({ method: 'GET', path: '/api/export', access: 'member', handle: (call) => send(call, call.principal) }),
    route({
      method: 'GET',
      path: '/api/admin/users/:user/export',
      access: 'admin',
      async handle(call) {
        const owner = ownerOf(call)
        const { principal } = call
        if (!adminsExport && principal.via !== 'local' && !isSameOwner(principal, owner))
          return refuse(403, 'NOT_ALLOWED', 'Admins of this gateway may not read what users have stored.', {
            fix: 'Run casement user export where the gateway runs, or set adminsExport.',
          })
        await store.as(principal).appendAudit([gatewayEvent('users/export', owner.user, { at: now() })])
        return send(call, owner)
      },
    }),
  ]
}

const ownerOf = ({ context, principal: { tenant } }: Call): Owner => ({
  tenant,
  user: checkName('the user', context.req.param('user')),
})
