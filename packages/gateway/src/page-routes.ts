import type { HttpBindings } from '@hono/node-server'
import { createMintEndpoint } from 'casement/sandbox'
import { adminRoutes } from './api/admin.ts'
import { askRoutes } from './api/asks.ts'
import { auditRoutes } from './api/audit.ts'
import { notFound } from './api/body.ts'
import { consentRoutes } from './api/consent.ts'
import { conversationRoutes } from './api/conversations.ts'
import { eventRoutes } from './api/events.ts'
import { oauthCallback } from './api/oauth-callback.ts'
import { oauthClientRoutes, type OAuthClient } from './api/oauth-client.ts'
import { openApiRoute } from './api/openapi.ts'
import { savedCallRoutes } from './api/saved-calls.ts'
import { serverRoutes } from './api/servers.ts'
import { shareRoutes } from './api/shares.ts'
import { settingsRoutes } from './api/settings.ts'
import { usageRoutes } from './api/usage.ts'
import { userRoutes } from './api/users.ts'
import { viewRoutes } from './api/views.ts'
import type { SessionInfo } from './api.ts'
import type { AskDesk } from './connections/asks.ts'
import type { OAuthDesk } from './connections/oauth.ts'
import type { Exchange } from './endpoint/endpoint.ts'
import { isSubscription } from './endpoint/subscription.ts'
import type { EventHub } from './events.ts'
import type { Limits } from './limits/limits.ts'
import type { Pages } from './pages.ts'
import { route, type Call, type Route } from './router.ts'
import type { GatewaySandbox } from './sandbox.ts'
import type { Auth } from './security/auth.ts'
import type { AccessWatch } from './security/access-watch.ts'
import type { Authenticated } from './security/authentication.ts'
import type { Servers } from './servers.ts'
import type { Store } from './store/store.ts'

/** The dependencies of the page routes. */
export interface PageRoutesOptions {
  readonly auth: Auth | undefined
  readonly servers: Servers
  readonly desk: OAuthDesk
  readonly client: OAuthClient
  readonly asks: AskDesk
  readonly hub: EventHub
  readonly watch: AccessWatch
  readonly store: Store
  readonly sandbox: GatewaySandbox
  readonly session: (host: string, caller: Authenticated) => SessionInfo
  readonly limits: Limits
  /** Where users sign in and out. */
  readonly signIn: readonly Route[]
  readonly pages: Pages
  /** Whether admins may export what users have stored. */
  readonly adminsExport: boolean
  /** Routes of the program that started the gateway. */
  readonly own: readonly Route[]
  /** Waits until the audit log has every call that got a response. */
  readonly auditSettled: () => Promise<void>
}

const MAX_MCP_BYTES = 16 * 1024 * 1024
const MAX_VIEW_BYTES = 24 * 1024 * 1024

/** The route table of the page's origin. The first row that matches a request handles it. */
export function pageRoutes(options: PageRoutesOptions): Route[] {
  const { servers, desk, asks, hub, store, sandbox, pages } = options
  const table: Route[] = [
    openApiRoute(() => table),
    route({
      method: 'ALL',
      path: '/mcp/:server',
      access: 'member',
      kind: 'call',
      maxBytes: MAX_MCP_BYTES,
      async handle(call) {
        const { context, principal, bytes } = call
        const refusal = !bytes || isSubscription(bytes) ? call.listen?.() : undefined
        if (refusal) return refusal
        const endpoint = await servers.as(principal).endpoint(context.req.param('server') ?? '', context.req.raw.signal)
        return endpoint?.handle(exchangeOf(call)) ?? notFound('such server')
      },
    }),
    mintRoute('/sandbox/mint', sandbox),
    mintRoute('/sandbox/mint/lenient', sandbox.lenient),
    route({
      method: 'GET',
      path: '/api/session',
      access: 'member',
      handle: ({ context, ...caller }) => context.json(options.session(context.req.header('host') ?? '', caller)),
    }),
    route({
      method: 'GET',
      path: '/api/resources/:hash',
      access: 'member',
      query: { app: 'Only the resource of this app.' },
      async handle({ context, principal }) {
        const found = await store.as(principal).findResource(context.req.param('hash') ?? '', context.req.query('app') ?? null)
        return found ? context.json(found) : notFound('resource with this hash')
      },
    }),
    ...eventRoutes({ hub, servers, desk: asks, watch: options.watch }),
    ...askRoutes(asks),
    ...settingsRoutes(store),
    ...usageRoutes(store, options.limits),
    ...serverRoutes(servers),
    ...conversationRoutes(store),
    ...viewRoutes(store),
    ...consentRoutes(store),
    ...savedCallRoutes(store),
    ...auditRoutes(store, options.limits.requests).map((row) => afterAudit(row, options.auditSettled)),
    ...adminRoutes(store),
    ...shareRoutes(store),
    ...userRoutes(options),
    ...options.signIn,
    ...options.own,
    route({ method: 'ALL', path: '/api/*', access: 'member', handle: () => notFound('such address') }),
    oauthCallback(options.auth, desk, servers),
    ...oauthClientRoutes(options.client),
    route({
      method: 'GET',
      path: '*',
      access: 'member',
      credential: 'visit',
      handle: ({ request, isByLink, pageSecret }) => pages.serve(request, { isByLink, pageSecret }),
      refused: pages.refuse,
    }),
  ]
  return table
}

function exchangeOf(call: Call): Exchange {
  const { incoming, outgoing } = call.context.env as HttpBindings
  return {
    // Not every call needs it, and it is created when it is first read.
    get request() {
      return call.request
    },
    bytes: call.bytes,
    headers: incoming.headers,
    outgoing,
    principal: call.principal,
  }
}

/** Reads the audit log with all that was written to it. */
const afterAudit = (row: Route, settled: () => Promise<void>): Route =>
  row.access === 'public'
    ? row
    : {
        ...row,
        async handle(call: Call) {
          await settled()
          return row.handle(call)
        },
      }

function mintRoute(path: string, sandbox: Parameters<typeof createMintEndpoint>[0]): Route {
  const mint = createMintEndpoint(sandbox)
  return route({
    method: 'POST',
    path,
    access: 'member',
    kind: 'call',
    maxBytes: MAX_VIEW_BYTES,
    handle: ({ request }) => mint(request),
  })
}
