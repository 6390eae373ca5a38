// server.ts
import { serve } from '@hono/node-server'
import { createMintEndpoint, createSandboxHandler } from 'casement/sandbox'
import { Hono } from 'hono'

const { PORT = '4400', SECRET = '', DOMAIN = '', HOST_ORIGIN = '' } = process.env
const sandbox = createSandboxHandler({ secret: SECRET, domain: DOMAIN, hostOrigins: [HOST_ORIGIN] })
const mint = createMintEndpoint(sandbox)

const app = new Hono()
app.use((context, next) => (sandbox.handles(context.req.raw) ? sandbox.fetch(context.req.raw) : next()))
app.all('/casement/mint', (context) => mint(context.req.raw))
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' })
