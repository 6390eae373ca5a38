import { z } from 'zod'
import type { ServerConfig } from '../api.ts'
import { route, type Route } from '../router.ts'
import { refuse } from '../security/refusal.ts'
import type { Servers } from '../servers.ts'
import { checkName, noContent, notFound, objectSchema } from './body.ts'

const NONE = 'such server'

/** The servers of a user. Only admins add some and change those that all share. */
export const serverRoutes = (servers: Servers): Route[] => [
  route({
    method: 'GET',
    path: '/api/servers',
    access: 'member',
    handle: async ({ context, principal }) => context.json(await servers.as(principal).list()),
  }),
  route({
    method: 'POST',
    path: '/api/servers',
    access: 'admin',
    // The pool validates a configuration as it does one from a file, and says what is wrong with it.
    body: objectSchema,
    async handle({ context, body: { name, ...config }, principal }) {
      return context.json(await servers.as(principal).add(checkName('name', name), config as object as ServerConfig), 201)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/servers/:name',
    access: 'admin',
    handle: async ({ context, principal }) =>
      (await servers.as(principal).remove(context.req.param('name') ?? '')) ? noContent() : notFound(NONE),
  }),
  route({
    method: 'POST',
    path: '/api/servers/:name/restart',
    access: 'member',
    async handle({ context, principal }) {
      const name = context.req.param('name') ?? ''
      const mine = servers.as(principal)
      if (!mine.isOwn(name) && principal.role !== 'admin')
        return refuse(403, 'NOT_ALLOWED', 'Only an admin of this gateway may restart a server that all users share.')
      const connection = await mine.connection(name)
      if (!connection) return notFound(NONE)
      connection.restart()
      return context.json(connection.entry)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/servers/:name/watch',
    access: 'member',
    body: z.object({ watch: z.boolean('must be true or false') }),
    async handle({ context, body, principal }) {
      const name = context.req.param('name') ?? ''
      const mine = servers.as(principal)
      if (!mine.isOwn(name) && principal.role !== 'admin')
        return refuse(403, 'NOT_ALLOWED', 'Only an admin of this gateway may watch a server that all users share.')
      const connection = await mine.connection(name)
      if (!connection) return notFound(NONE)
      if (await connection.watchFiles(body.watch)) return context.json(connection.entry)
      return refuse(409, 'NO_FILES', `"${name}" was not started by a command, so it has no files to watch.`)
    },
  }),
  route({
    method: 'POST',
    path: '/api/servers/:name/authorize',
    access: 'member',
    async handle({ context, principal }) {
      const name = context.req.param('name') ?? ''
      const mine = servers.as(principal)
      if (!(await mine.connection(name))) return notFound(NONE)
      const url = await mine.authorize(name)
      if (url) return context.json({ url: url.href })
      return refuse(409, 'NO_AUTHORIZATION', `"${name}" published no authorization metadata.`, {
        fix: 'Give it a token in its headers, or restart it and try again.',
      })
    },
  }),
]
