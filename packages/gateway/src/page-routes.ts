import { createMintEndpoint } from 'casement/sandbox'
import { askRoutes } from './api/asks.ts'
import { auditRoutes } from './api/audit.ts'
import { notFound } from './api/body.ts'
import { consentRoutes } from './api/consent.ts'
import { conversationRoutes } from './api/conversations.ts'
import { eventRoutes } from './api/events.ts'
import { oauthCallback } from './api/oauth-callback.ts'
import { serverRoutes } from './api/servers.ts'
import { settingsRoutes } from './api/settings.ts'
import { viewRoutes } from './api/views.ts'
import type { SessionInfo } from './api.ts'
import type { AskDesk } from './connections/asks.ts'
import type { OAuthDesk } from './connections/oauth.ts'
import type { ServerPool } from './connections/pool.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import type { EventHub } from './events.ts'
import type { Pages } from './pages.ts'
import { route, type Route } from './router.ts'
import type { GatewaySandbox } from './sandbox.ts'
import type { Auth } from './security/auth.ts'
import type { Principal } from './security/principal.ts'
import type { Store } from './store/store.ts'

/** What the routes of the page need. */
export interface PageRoutesOptions {
  readonly auth: Auth | undefined
  readonly servers: ServerPool
  readonly endpoint: (name: string) => Endpoint | undefined
  readonly desk: OAuthDesk
  readonly asks: AskDesk
  readonly hub: EventHub
  readonly store: Store
  readonly sandbox: GatewaySandbox
  readonly session: (host: string, principal: Principal) => SessionInfo
  readonly pages: Pages
  /** Routes of the program that started the gateway. */
  readonly own: readonly Route[]
}

const MAX_MCP_BYTES = 16 * 1024 * 1024
const MAX_VIEW_BYTES = 24 * 1024 * 1024

/** The route table of the page's origin. The first row that matches a request handles it. */
export function pageRoutes(options: PageRoutesOptions): Route[] {
  const { servers, desk, asks, hub, store, sandbox, pages } = options
  return [
    route({
      method: 'ALL',
      path: '/mcp/:server',
      access: 'member',
      maxBytes: MAX_MCP_BYTES,
      handle: ({ context, request }) =>
        options.endpoint(context.req.param('server') ?? '')?.fetch(request) ?? notFound('such server'),
    }),
    mintRoute('/sandbox/mint', sandbox),
    mintRoute('/sandbox/mint/lenient', sandbox.lenient),
    route({
      method: 'GET',
      path: '/api/session',
      access: 'member',
      handle: ({ context, principal }) => context.json(options.session(context.req.header('host') ?? '', principal)),
    }),
    route({
      method: 'GET',
      path: '/api/resources/:hash',
      access: 'member',
      async handle({ context }) {
        const found = await store.findResource(context.req.param('hash') ?? '', context.req.query('app') ?? null)
        return found ? context.json(found) : notFound('resource with this hash')
      },
    }),
    ...eventRoutes(hub, servers, asks),
    ...askRoutes(asks),
    ...settingsRoutes(store),
    ...serverRoutes(servers, desk),
    ...conversationRoutes(store),
    ...viewRoutes(store),
    ...consentRoutes(store),
    ...auditRoutes(store),
    ...options.own,
    route({ method: 'ALL', path: '/api/*', access: 'member', handle: () => notFound('such address') }),
    oauthCallback(options.auth, desk, servers),
    route({
      method: 'GET',
      path: '*',
      access: 'member',
      credential: 'visit',
      handle: ({ request, isByLink }) => pages.serve(request, isByLink),
      refused: pages.refuse,
    }),
  ]
}

function mintRoute(path: string, sandbox: Parameters<typeof createMintEndpoint>[0]): Route {
  const mint = createMintEndpoint(sandbox)
  return route({ method: 'POST', path, access: 'member', maxBytes: MAX_VIEW_BYTES, handle: ({ request }) => mint(request) })
}
