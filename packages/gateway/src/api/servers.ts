import type { Hono } from 'hono'
import type { ServerConfig } from '../api.ts'
import type { OAuthDesk } from '../connections/oauth.ts'
import type { ServerPool } from '../connections/pool.ts'
import { checkName, notFound, readBody } from './body.ts'

/** The servers: what they are, and what a person can do about them. */
export function addServerRoutes(app: Hono, servers: ServerPool, desk: OAuthDesk): void {
  app.get('/api/servers', (context) => context.json(servers.list()))
  app.post('/api/servers', async (context) => {
    const { name, ...config } = await readBody(context)
    return context.json(await servers.add(checkName('name', name), config as ServerConfig), 201)
  })
  app.delete('/api/servers/:name', async (context) => {
    const removed = await servers.remove(context.req.param('name'))
    return removed ? context.body(null, 204) : notFound(context, 'such server')
  })
  app.post('/api/servers/:name/restart', (context) => {
    const connection = servers.get(context.req.param('name'))
    if (!connection) return notFound(context, 'such server')
    connection.restart()
    return context.json(connection.entry)
  })
  app.post('/api/servers/:name/authorize', async (context) => {
    const name = context.req.param('name')
    if (!servers.get(name)) return notFound(context, 'such server')
    const url = await desk.begin(name)
    if (url) return context.json({ url: url.href })
    return context.json(
      {
        error: {
          code: 'NO_AUTHORIZATION',
          message: `"${name}" did not say where to authorize.`,
          fix: 'Give it a token in its headers, or restart it and try again.',
        },
      },
      409,
    )
  })
}
