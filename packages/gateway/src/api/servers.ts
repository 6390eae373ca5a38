import type { ServerConfig } from '../api.ts'
import type { OAuthDesk } from '../connections/oauth.ts'
import type { ServerPool } from '../connections/pool.ts'
import { route, type Route } from '../router.ts'
import { refuse } from '../security/refusal.ts'
import { checkName, noContent, notFound, objectSchema } from './body.ts'

const NONE = 'such server'

/** The servers: their state for everybody, changes for admins. */
export const serverRoutes = (servers: ServerPool, desk: OAuthDesk): Route[] => [
  route({ method: 'GET', path: '/api/servers', access: 'member', handle: ({ context }) => context.json(servers.list()) }),
  route({
    method: 'POST',
    path: '/api/servers',
    access: 'admin',
    // The pool validates a configuration as it does one from a file, and says what is wrong with it.
    body: objectSchema,
    async handle({ context, body: { name, ...config } }) {
      return context.json(await servers.add(checkName('name', name), config as object as ServerConfig), 201)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/servers/:name',
    access: 'admin',
    handle: async ({ context }) => ((await servers.remove(context.req.param('name') ?? '')) ? noContent() : notFound(NONE)),
  }),
  route({
    method: 'POST',
    path: '/api/servers/:name/restart',
    access: 'admin',
    handle({ context }) {
      const connection = servers.get(context.req.param('name') ?? '')
      if (!connection) return notFound(NONE)
      connection.restart()
      return context.json(connection.entry)
    },
  }),
  route({
    method: 'POST',
    path: '/api/servers/:name/authorize',
    access: 'admin',
    async handle({ context }) {
      const name = context.req.param('name') ?? ''
      if (!servers.get(name)) return notFound(NONE)
      const url = await desk.begin(name)
      if (url) return context.json({ url: url.href })
      return refuse(409, 'NO_AUTHORIZATION', `"${name}" did not say where to authorize.`, {
        fix: 'Give it a token in its headers, or restart it and try again.',
      })
    },
  }),
]
