import { CasementError } from 'casement/protocol'
import { createMintEndpoint } from 'casement/sandbox'
import { Hono } from 'hono'
import { addAskRoutes } from './api/asks.ts'
import { addAuditRoutes } from './api/audit.ts'
import { addConsentRoutes } from './api/consent.ts'
import { addConversationRoutes } from './api/conversations.ts'
import { addEventRoutes } from './api/events.ts'
import { addServerRoutes } from './api/servers.ts'
import { addSettingsRoutes } from './api/settings.ts'
import { addViewRoutes } from './api/views.ts'
import { notFound } from './api/body.ts'
import { addOAuthCallback } from './api/oauth-callback.ts'
import type { SessionInfo } from './api.ts'
import type { AskDesk } from './connections/asks.ts'
import type { OAuthDesk } from './connections/oauth.ts'
import type { ServerPool } from './connections/pool.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import type { EventHub } from './events.ts'
import type { Log } from './observability/log.ts'
import { isAdmitted } from './security/auth.ts'
import { guardLength, guardNames, guardSecret, refuse, type GuardOptions } from './security/guard.ts'
import type { GatewaySandbox } from './sandbox.ts'
import type { Store } from './store/store.ts'
import { StoreRefused, StoreUnavailable } from './store/unavailable.ts'

/** The parts that the routes of the page are about. */
export interface AppParts {
  readonly guard: GuardOptions
  readonly servers: ServerPool
  readonly endpoint: (name: string) => Endpoint | undefined
  readonly desk: OAuthDesk
  readonly asks: AskDesk
  readonly hub: EventHub
  readonly store: Store
  readonly sandbox: GatewaySandbox
  readonly session: (host: string) => SessionInfo
  readonly pages: (request: Request) => Promise<Response>
  readonly routes: ((app: Hono) => void) | undefined
  readonly log: Log
}

const LONGEST_BODY = 40 * 1024 * 1024

/** Everything at the page's own origin. */
export function createApp(parts: AppParts): Hono {
  const { guard, store } = parts
  const app = new Hono()
  app.onError((error) => answerError(error, parts.log))
  app.use(guardNames(guard))
  app.use(guardLength(LONGEST_BODY))
  for (const path of ['/api/*', '/mcp/*', '/sandbox/*']) app.use(path, guardSecret(guard))

  app.all('/mcp/:server', (context) => {
    const endpoint = parts.endpoint(context.req.param('server'))
    return endpoint ? endpoint.fetch(context.req.raw) : notFound(context, 'such server')
  })
  const mint = createMintEndpoint(parts.sandbox)
  const mintLenient = createMintEndpoint(parts.sandbox.lenient)
  app.post('/sandbox/mint', (context) => mint(context.req.raw))
  app.post('/sandbox/mint/lenient', (context) => mintLenient(context.req.raw))
  app.get('/api/session', (context) => context.json(parts.session(context.req.header('host') ?? '')))
  app.get('/api/resources/:hash', async (context) => {
    const found = await store.findResource(context.req.param('hash'), context.req.query('app') ?? null)
    return found ? context.json(found) : notFound(context, 'resource with this hash')
  })
  addEventRoutes(app, parts.hub, parts.servers, parts.asks)
  addAskRoutes(app, parts.asks)
  addSettingsRoutes(app, store)
  addServerRoutes(app, parts.servers, parts.desk)
  addConversationRoutes(app, store)
  addViewRoutes(app, store)
  addConsentRoutes(app, store)
  addAuditRoutes(app, store)
  parts.routes?.(app)
  app.all('/api/*', (context) => notFound(context, 'such address'))
  addOAuthCallback(app, parts.desk, parts.servers)
  app.get('*', (context) => {
    const { raw } = context.req
    if (isAdmitted(guard.auth, raw.headers, guard.remote(raw))) return parts.pages(raw)
    return refuse(401, 'NOT_ADMITTED', 'Who are you?', { 'WWW-Authenticate': 'Basic realm="Casement", charset="UTF-8"' })
  })
  return app
}

/** A mistake of whoever asked is told; one of ours is logged, and told without its details. */
function answerError(error: Error, log: Log): Response {
  if (CasementError.is(error, 'INVALID_ARGUMENT')) return refuse(400, error.code, error.message)
  if (CasementError.is(error, 'OVER_BUDGET')) return refuse(413, error.code, error.message)
  if (CasementError.is(error, 'DENIED')) return refuse(403, error.code, error.message)
  if (error instanceof StoreUnavailable || error instanceof StoreRefused)
    return refuse(503, 'STORE_UNAVAILABLE', error.message, { 'Retry-After': '1' })
  log({ level: 'error', event: 'request-failed', reason: error.stack ?? error.message })
  return refuse(500, 'INTERNAL', 'The gateway failed to answer. Its log says why.')
}
