import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { GatewayEvent, SessionInfo } from './api.ts'
import { createAskDesk } from './connections/asks.ts'
import { createOAuthDesk } from './connections/oauth.ts'
import type { ServerPool } from './connections/pool.ts'
import { createTokenVault } from './connections/token-vault.ts'
import { createAuditLog } from './endpoint/audit-log.ts'
import { createEventHub } from './events.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { expireRegularly, shutDown, watchState } from './gateway-life.ts'
import { keepServers, type KeptServers } from './kept-servers.ts'
import { listen, type Listener } from './listen.ts'
import { openMonitoring } from './monitoring.ts'
import { addGauges } from './observability/gauges.ts'
import { healthRoutes } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { createOpaqueProxy } from './opaque-proxy.ts'
import type { GatewayOptions } from './options.ts'
import { pageRoutes } from './page-routes.ts'
import { createPages } from './pages.ts'
import { createBodyReader } from './request-body.ts'
import { createRouter, type Route } from './router.ts'
import { createSandbox } from './sandbox.ts'
import { checkAuth } from './security/auth.ts'
import { createAuthentication } from './security/authentication.ts'
import { createLocalAccess, type LocalAccess } from './security/local-access.ts'
import { lockResponse } from './security/locked-response.ts'
import { refuse } from './security/refusal.ts'
import type { Principal } from './security/principal.ts'
import { isLoopback, resolveNames, type Names } from './security/names.ts'
import { createSecret } from './security/secret.ts'
import { createServers, readTargets } from './servers.ts'
import type { StoreNews } from './store/changes.ts'
import { openEmbedded } from './store/embedded/embedded.ts'
import { openServer } from './store/postgres-server.ts'
import { createStore, type Store } from './store/store.ts'
import type { DatabaseState } from './store/unavailable.ts'
import { VERSION } from './version.ts'

/** A gateway that listens. */
export interface Gateway {
  /** Where the page is. */
  readonly url: string
  readonly port: number
  /** The secret that the page sends with every request of its API. */
  readonly secret: string
  /** A new link that lets one browser in, once. Without `auth`, it is how a user gets to the page. */
  link(): string
  /** The address of the page for scripts: it lets them in as often as they like, and its links to calls run at once. */
  readonly scriptUrl: string
  /** The route table of the page's origin. */
  readonly routes: readonly Pick<Route, 'method' | 'path' | 'access'>[]
  readonly servers: ServerPool
  readonly store: Store
  /** Tells every page, such as that a View was built anew. */
  readonly publish: (event: GatewayEvent) => void
  /** Settles when the database is open; the page is served before. */
  readonly ready: Promise<void>
  /** Lets what is under way finish, and ends everything. */
  close(): Promise<void>
}

/** Starts a gateway: connections to MCP servers, the store, the sandbox origins and the page, on one port. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { hostname = '127.0.0.1', log = () => {}, auth } = options
  checkAuth(auth, { isLoopback: isLoopback(hostname), isPublic: options.names !== undefined })
  // Before anything is open: whoever configured it wrongly has nothing to close.
  const targets = readTargets(options)
  const metrics = createMetrics()
  const hub = createEventHub()
  let kept: KeptServers | undefined
  const store = openStore(options, log, (news) => {
    if (news.type !== 'kept-servers') hub.publish(news)
    if (news.type === 'kept-servers' || news.type === 'resync') follow(kept, log)
  })
  const secret = options.secret ?? createSecret()

  const sockets = await openSockets(options, hostname, log)
  const { listener, remote } = sockets
  const names = resolveNames(listener.port, options.names)
  const signing = await signingKey(store, listener)

  const audit = createAuditLog(store, log)
  const vault = createTokenVault(options.dataDir)
  const local = await createLocalAccess(names, listener.port, vault)
  const desk = createOAuthDesk(`${names.origin}/oauth/callback`, vault)
  const asks = createAskDesk(hub)
  const servers = createServers({ targets, desk, asks, hub, store, audit, metrics, log })
  const allowCommands = options.allowCommands ?? isOwnMachine(options)
  kept = keepServers({ pool: servers.pool, store, vault, allowCommands, log })
  const { pool } = kept
  const ready = store.ready.then(kept.follow)
  const state = watchState(store, ready, log)
  const stopExpiring = expireRegularly(store, log)
  const sandbox = createSandbox(names, signing, store)
  const bodies = createBodyReader()
  const router = { authenticate: createAuthentication({ auth, secret, local, remote }), bodies, log }
  const page = pageRoutes({
    auth,
    servers: pool,
    endpoint: (name) => servers.endpoint(name),
    desk,
    asks,
    hub,
    store,
    sandbox,
    session: (host, principal) => ({ ...sessionInfo(options, names, store, host), ...userInfo(principal), allowCommands }),
    pages: createPages({ folder: options.pages, names, secret, linkNeeded: auth ? undefined : () => offerLink(local, log) }),
    own: options.routes ?? [],
  })
  const vitals = { storeState: () => store.state, isDraining: () => state.draining }
  const health = (access: 'public' | 'admin'): Route[] => healthRoutes(access, vitals, metrics)
  const ownHealth = health(isOwnMachine(options) ? 'public' : 'admin')
  const front = createFrontDoor({
    names,
    sandbox,
    page: createRouter(page, router),
    health: createRouter(ownHealth, router),
    opaqueProxy: createOpaqueProxy(names),
    bodies,
    metrics,
    isDraining: () => state.draining,
    log,
  })
  sockets.open(front)
  const monitoring = await openMonitoring(options.metricsPort, createRouter(health('public'), router))
  addGauges(metrics, { front, servers, hub, audit, isStoreReady: () => store.state.status === 'ready' })
  const metricsPort = monitoring && { metricsPort: monitoring.port }
  log({ level: 'info', event: 'listening', url: names.origin, store: store.kind, ...metricsPort })

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    stopExpiring()
    await shutDown({ state, listener, front, servers, hub, audit, store, log })
    await monitoring?.close(0)
  }
  return {
    url: names.origin,
    port: listener.port,
    secret,
    link: () => local.link(),
    scriptUrl: local.scriptUrl,
    routes: [...ownHealth, ...page],
    servers: pool,
    store,
    publish: (event) => hub.publish(event),
    ready,
    close: () => (closing ??= close()),
  }
}

/** Whether a gateway is only for the user who started it: on loopback, and with no proxy in front. */
const isOwnMachine = ({ hostname = '127.0.0.1', names, auth }: GatewayOptions): boolean =>
  isLoopback(hostname) && names === undefined && (auth === undefined || auth.type === 'none')

/** Logs a link for a browser that has none, unless the last one can still be used: others must not fill the log. */
function offerLink(local: LocalAccess, log: Log): void {
  if (!local.hasUnusedLink) log({ level: 'info', event: 'link', url: local.link() })
}

interface Sockets {
  readonly listener: Listener
  /** The address that a request came from. */
  readonly remote: (request: Request) => string
  /** Lets requests in. Until then they are told that the gateway starts. */
  open(door: FrontDoor): void
}

/** Listens first: the names of a gateway have its port in them, and everything else has its names. */
async function openSockets({ port, auth }: GatewayOptions, hostname: string, log: Log): Promise<Sockets> {
  const remotes = new WeakMap<Request, string>()
  let door: FrontDoor | undefined
  const handle = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings
      remotes.set(request, incoming.socket.remoteAddress ?? '')
      return door?.fetch(request, bindings as HttpBindings) ?? lockResponse(new Response('Starting\n', { status: 503 }))
    },
    {
      overrideGlobalObjects: false,
      // The address is none: nobody can say at which origin this would be.
      errorHandler: () => lockResponse(refuse(400, 'INVALID_ARGUMENT', 'The request has no valid host and address.')),
    },
  )
  const listener = await listen({
    port,
    hostname,
    limits: { ...CONNECTION_LIMITS, shared: auth?.type === 'header' ? auth.proxies : [] },
    taken: (used) => log({ level: 'warn', event: 'port-taken', port: used }),
    handle: (request, response) => void handle(request, response),
  })
  return { listener, remote: (request) => remotes.get(request) ?? '', open: (front) => void (door = front) }
}

const userInfo = ({ id, role }: Principal): Pick<SessionInfo, 'user'> => ({ user: { id, role } })

function openStore(options: GatewayOptions, log: Log, tell: (news: StoreNews) => void): Store {
  const { databaseUrl, dataDir, durability, snapshotDays } = options
  const onSnapshotFailure = (reason: string): void => log({ level: 'warn', event: 'snapshot-failed', reason })
  const onState = (state: DatabaseState): void =>
    state.status === 'ready'
      ? log({ level: 'info', event: 'store-available' })
      : log({ level: 'error', event: 'store-unavailable', reason: state.reason })
  return databaseUrl
    ? createStore({ kind: 'server', open: (opening) => openServer(databaseUrl, opening), tell, onState })
    : createStore({
        kind: 'embedded',
        open: (opening) =>
          openEmbedded(dataDir && join(dataDir, 'store'), { ...opening, durability, snapshotDays, onSnapshotFailure }),
        tell,
        onState,
      })
}

/** The key of the sandbox's tickets. Nodes share it: a View that one admits, another may have to serve. Waits for a server that is starting. */
async function signingKey(store: Store, listener: Listener): Promise<string> {
  if (store.kind === 'embedded') return createSecret()
  try {
    await store.ready
    return await store.settle('sandbox-secret', createSecret())
  } catch (error) {
    await Promise.all([store.close(), listener.close(0)])
    throw error
  }
}

function follow(kept: KeptServers | undefined, log: Log): void {
  kept?.follow().catch((error: unknown) => log({ level: 'warn', event: 'servers-not-followed', reason: String(error) }))
}

function sessionInfo(
  { profile = 'strict', model }: GatewayOptions,
  names: Names,
  store: Store,
  host: string,
): Omit<SessionInfo, 'user' | 'allowCommands'> {
  const isServed = `${names.protocol}://${host}` === names.origin
  return {
    version: VERSION,
    profile,
    store: store.kind,
    sandbox: isServed ? 'served' : 'opaque',
    ...(model && { model }),
    ...(!isServed && names.opaqueHost && { opaqueProxyUrl: `http://${names.opaqueHost}/sandbox-proxy.html` }),
  }
}
