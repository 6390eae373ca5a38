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
import { createEventHub, type EventHub } from './events.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { keepServers, type KeptServers } from './kept-servers.ts'
import { listen } from './listen.ts'
import { addHealthRoutes } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { createOpaqueProxy } from './opaque-proxy.ts'
import type { GatewayOptions } from './options.ts'
import { createPages } from './pages.ts'
import { createSandbox } from './sandbox.ts'
import { checkAuth } from './security/auth.ts'
import { isLoopback, resolveNames, type Names } from './security/names.ts'
import { createSecret } from './security/secret.ts'
import { createServers, readTargets, type Servers } from './servers.ts'
import type { StoreNews } from './store/changes.ts'
import { openEmbedded } from './store/embedded.ts'
import { openServer } from './store/postgres-server.ts'
import { createStore, type Store } from './store/store.ts'
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

// What a person who pressed Ctrl-C waits for without pressing it again.
const DRAIN = 10_000
const CUT = 2000

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
  const store = openStore(options, (news) => {
    if (news.type !== 'kept-servers') hub.publish(news)
    if (news.type === 'kept-servers' || news.type === 'resync') follow(kept, log)
  })
  // Shared where nodes are: a View that one admits, the other may have to serve.
  const signing = await (store.kind === 'server' ? store.settle('sandbox-secret', createSecret()) : createSecret())
  const secret = options.secret ?? createSecret()

  let door: FrontDoor | undefined
  const answer = getRequestListener(
    (request, bindings) => door?.fetch(request, bindings as HttpBindings) ?? new Response('Starting\n', { status: 503 }),
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
  const remotes = new WeakMap<Request, string>()
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
  addHealthRoutes(health, { isStoreReady: () => state.ready, isDraining: () => state.draining }, metrics)
  const front = createFrontDoor({
    names,
    sandbox,
    app,
    health,
    opaqueProxy: createOpaqueProxy(names),
    metrics,
    isDraining: () => state.draining,
  })
  door = {
    get inFlight() {
      return front.inFlight
    },
    fetch(request, bindings) {
      remotes.set(request, bindings.incoming.socket.remoteAddress ?? '')
      return front.fetch(request, bindings)
    },
  }
  addGauges(
    metrics,
    front,
    servers,
    hub,
    () => audit.waiting,
    () => state.ready,
  )
  log({ level: 'info', event: 'listening', url: names.origin, store: store.kind })

  let closing: Promise<void> | undefined
  const shutDown = async (): Promise<void> => {
    state.draining = true
    stopExpiring()
    log({ level: 'info', event: 'draining' })
    hub.close()
    const closed = listener.close(DRAIN + CUT)
    await until(() => front.inFlight === 0 && servers.inFlight() === 0, DRAIN)
    await servers.close()
    await audit.flush()
    await store.close()
    await Promise.race([closed, listener.close(CUT)])
    log({ level: 'info', event: 'stopped' })
  }
  return {
    url: names.origin,
    port: listener.port,
    secret,
    servers: pool,
    store,
    publish: (event) => hub.publish(event),
    ready,
    close: () => (closing ??= shutDown()),
  }
}

function openStore({ databaseUrl, dataDir }: GatewayOptions, tell: (news: StoreNews) => void): Store {
  return databaseUrl
    ? createStore({ kind: 'server', open: () => openServer(databaseUrl), tell })
    : createStore({ kind: 'embedded', open: (signal) => openEmbedded(dataDir && join(dataDir, 'store'), signal), tell })
}

function follow(kept: KeptServers | undefined, log: Log): void {
  kept?.follow().catch((error: unknown) => log({ level: 'warn', event: 'servers-not-followed', reason: String(error) }))
}

function watchState(store: Store, ready: Promise<void>, log: Log): { ready: boolean; draining: boolean } {
  const state = { ready: false, draining: false }
  const start = performance.now()
  const opened = async (): Promise<void> => {
    try {
      await ready
      state.ready = true
      log({ level: 'info', event: 'store-ready', store: store.kind, ms: Math.round(performance.now() - start) })
    } catch (error) {
      log({ level: 'error', event: 'store-failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  void opened()
  return state
}

const SWEEP_INTERVAL = 60 * 60 * 1000

/** Removes what has been kept for long enough, now and every hour. */
function expireRegularly(store: Store, log: Log): () => void {
  const sweep = (): void =>
    void store.removeExpired().catch((error: unknown) => log({ level: 'warn', event: 'not-expired', reason: String(error) }))
  const timer = setInterval(sweep, SWEEP_INTERVAL)
  timer.unref()
  void store.ready.then(sweep, () => {})
  return () => clearInterval(timer)
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

function addGauges(
  metrics: Metrics,
  front: FrontDoor,
  servers: Servers,
  hub: EventHub,
  waiting: () => number,
  isReady: () => boolean,
): void {
  metrics.gauge('casement_http_in_flight', () => front.inFlight)
  metrics.gauge('casement_event_listeners', () => hub.listeners)
  metrics.gauge('casement_audit_waiting', waiting)
  metrics.gauge('casement_store_ready', () => Number(isReady()))
  metrics.gauge('casement_mcp_in_flight', () => servers.inFlight())
  metrics.gauge('casement_server_up', () =>
    servers.pool.list().map(({ name, state }) => [{ server: name }, Number(state.status === 'ready')] as const),
  )
}

async function until(isDone: () => boolean, patience: number): Promise<void> {
  const end = performance.now() + patience
  while (!isDone() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
}
