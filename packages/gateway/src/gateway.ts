import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { GatewayEvent, SessionInfo } from './api.ts'
import { createApp } from './app.ts'
import { createAskDesk } from './connections/asks.ts'
import { createOAuthDesk } from './connections/oauth.ts'
import type { ServerPool } from './connections/pool.ts'
import { createTokenVault } from './connections/token-vault.ts'
import { createAuditLog } from './endpoint/audit-log.ts'
import { createEventHub } from './events.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { expireRegularly, shutDown, watchState } from './gateway-life.ts'
import { keepServers, type KeptServers } from './kept-servers.ts'
import { listen, type Listener } from './listen.ts'
import { addGauges } from './observability/gauges.ts'
import { addHealthRoutes } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { createOpaqueProxy } from './opaque-proxy.ts'
import type { GatewayOptions } from './options.ts'
import { createPages } from './pages.ts'
import { createSandbox } from './sandbox.ts'
import { checkAuth } from './security/auth.ts'
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
  /** What the page sends with every request of its API. */
  readonly secret: string
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
  const isLocal = isLoopback(hostname)
  checkAuth(auth, isLocal)
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

  const remotes = new WeakMap<Request, string>()
  let door: FrontDoor | undefined
  const answer = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings
      remotes.set(request, incoming.socket.remoteAddress ?? '')
      return door?.fetch(request, bindings as HttpBindings) ?? new Response('Starting\n', { status: 503 })
    },
    { overrideGlobalObjects: false },
  )
  const taken = (port: number): void => log({ level: 'warn', event: 'port-taken', port })
  const listener = await listen({
    port: options.port,
    hostname,
    taken,
    answer: (request, response) => void answer(request, response),
  })
  const names = resolveNames(listener.port, options.names)
  const signing = await signingKey(store, listener)

  const audit = createAuditLog(store, log)
  const vault = createTokenVault(options.dataDir)
  const desk = createOAuthDesk(`${names.origin}/oauth/callback`, vault)
  const asks = createAskDesk(hub)
  const servers = createServers({ targets, desk, asks, hub, store, audit, metrics, log })
  kept = keepServers(servers.pool, store, vault, log)
  const { pool } = kept
  const ready = store.ready.then(kept.follow)
  const state = watchState(store, ready, log)
  const stopExpiring = expireRegularly(store, log)
  const sandbox = createSandbox(names, signing, store)
  const app = createApp({
    guard: { names, secret, auth, remote: (request) => remotes.get(request) ?? '' },
    servers: pool,
    endpoint: (name) => servers.endpoint(name),
    desk,
    asks,
    hub,
    store,
    sandbox,
    session: (host) => sessionInfo(options, names, store, host),
    pages: createPages(options.pages, names, secret),
    routes: options.routes,
    log,
  })
  const health = new Hono()
  addHealthRoutes(health, { storeState: () => store.state, isDraining: () => state.draining }, metrics)
  const front = createFrontDoor({
    names,
    sandbox,
    app,
    health,
    opaqueProxy: createOpaqueProxy(names),
    metrics,
    isDraining: () => state.draining,
  })
  door = front
  addGauges(metrics, { front, servers, hub, audit, isStoreReady: () => store.state.status === 'ready' })
  log({ level: 'info', event: 'listening', url: names.origin, store: store.kind })

  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    stopExpiring()
    return shutDown({ state, listener, front, servers, hub, audit, store, log })
  }
  return {
    url: names.origin,
    port: listener.port,
    secret,
    servers: pool,
    store,
    publish: (event) => hub.publish(event),
    ready,
    close: () => (closing ??= close()),
  }
}

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

function sessionInfo({ profile = 'strict', model }: GatewayOptions, names: Names, store: Store, host: string): SessionInfo {
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
