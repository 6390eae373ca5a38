import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { GatewayEvent, SessionInfo } from './api.ts'
import { createAskDesk } from './connections/asks.ts'
import { openCredentials } from './connections/credentials.ts'
import { describeOAuthClient } from './api/oauth-client.ts'
import { createOAuthDesk } from './connections/oauth.ts'
import type { ServerPool } from './connections/pool.ts'
import { readKey } from './connections/encryption.ts'
import { createTokenVault } from './connections/token-vault.ts'
import { openAuditJournal, type OpenedJournal } from './endpoint/audit-journal.ts'
import { createAuditLog } from './endpoint/audit-log.ts'
import { createEventHub } from './events.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { openAccess, type GatewayAccess } from './gateway-access.ts'
import { expireRegularly, shutDown, watchState } from './gateway-life.ts'
import { openLimits } from './limits/limits.ts'
import { listen, type Listener } from './listen.ts'
import { openMonitoring } from './monitoring.ts'
import { addGauges } from './observability/gauges.ts'
import { healthRoutes } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { openTelemetry } from './observability/telemetry.ts'
import { createOpaqueProxy } from './opaque-proxy.ts'
import type { GatewayOptions } from './options.ts'
import { pageRoutes } from './page-routes.ts'
import { createPages } from './pages.ts'
import { createBodyReader } from './request-body.ts'
import { createRouter, type Route } from './router.ts'
import { createSandbox } from './sandbox.ts'
import { checkAuth } from './security/auth.ts'
import type { Authenticated } from './security/authentication.ts'
import { createLocalAccess, type LocalAccess } from './security/local-access.ts'
import { lockResponse } from './security/locked-response.ts'
import { refuse } from './security/refusal.ts'
import { isLoopback, resolveNames, type Names } from './security/names.ts'
import { readProxies } from './security/proxies.ts'
import { LOCAL_USER, type Owner } from './security/principal.ts'
import { createSecret } from './security/secret.ts'
import { createServers, readTargets, type Servers } from './servers.ts'
import { openStore } from './store/open-store.ts'
import type { StoreNews } from './store/changes.ts'
import type { Store } from './store/store.ts'
import { VERSION } from './version.ts'

/** A gateway that listens. */
export interface Gateway {
  /** Where the page is. */
  readonly url: string
  readonly port: number
  /** The secret of the gateway. The page of the local user sends it with every request of its API; those of others send one that is derived from it. */
  readonly secret: string
  /** A new link that lets one browser in, once. Without `auth`, it is how a user gets to the page. */
  link(): string
  /** The URL of the page for scripts: it can be used repeatedly, and its links to calls run immediately. */
  readonly scriptUrl: string
  /** The route table of the page's origin. */
  readonly routes: readonly Pick<Route, 'method' | 'path' | 'access'>[]
  readonly servers: ServerPool
  readonly store: Store
  /** Notifies every page, for example that a View was rebuilt. */
  readonly publish: (event: GatewayEvent) => void
  /** Settles when the database is open; the page is served before. */
  readonly ready: Promise<void>
  /** Waits for pending work, and stops everything. */
  close(): Promise<void>
}

/** Starts a gateway: connections to MCP servers, the store, the sandbox origins and the page, on one port. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { hostname = '127.0.0.1', log = () => {}, auth } = options
  checkAuth(auth, { isLocal: isLoopback(hostname), isPublic: options.names !== undefined })
  // Validated before anything is opened, so that a wrong configuration leaves nothing to close.
  const targets = readTargets(options)
  if (options.key !== undefined) readKey(options.key)
  const telemetry = await openTelemetry(options.telemetry)
  const limits = openLimits(options.userLimits, isOwnMachine(options))
  const metrics = createMetrics()
  const hub = createEventHub()
  let servers: Servers | undefined
  let access: GatewayAccess | undefined
  const receive = (news: StoreNews, owner: Owner | undefined): void => {
    if (news.type === 'access' || news.type === 'resync') void access?.changed()
    if (news.type === 'kept-servers' || news.type === 'credentials') follow(servers, news.type, owner, log)
    if (news.type === 'user-removed' && owner) void servers?.close(owner)
    // After an outage, anything may have changed.
    if (news.type === 'resync' && !owner) follow(servers, 'kept-servers', undefined, log)
    if (news.type !== 'kept-servers' && news.type !== 'credentials' && news.type !== 'access' && news.type !== 'user-removed')
      hub.publish(news, owner)
  }
  const store = openStore(options, log, receive, limits.users)
  const sockets = await openSockets(options, hostname, log)
  const { listener, remote } = sockets
  const names = resolveNames(listener.port, options.names)
  const { signing, secret } = await sharedSecrets(options, store, listener)

  const audit = createAuditLog(store, log, openJournal(options, store))
  const vault = createTokenVault(options.dataDir)
  const credentials = openCredentials({ store, key: options.key, dataDir: options.dataDir, vault, log })
  const local = await createLocalAccess(names, listener.port, vault)
  const client = describeOAuthClient(names, auth)
  const desk = createOAuthDesk({ ...client, credentials })
  const asks = createAskDesk(hub)
  const onlyUser = isOwnMachine(options) ? LOCAL_USER : undefined
  const allowCommands = options.allowCommands ?? isOwnMachine(options)
  const connected = createServers({
    targets,
    desk,
    asks,
    hub,
    store,
    credentials,
    allowCommands,
    onlyUser,
    limits: options.userServers,
    audit,
    metrics,
    telemetry,
    log,
  })
  servers = connected
  // The caller may manage tokens next, which needs the control file.
  const ready = store.ready.then(() => connected.follow('kept-servers')).then(() => access?.opened)
  const state = watchState(store, ready, log)
  const stopExpiring = expireRegularly(store, options, log)
  const sandbox = createSandbox(names, signing, store)
  const bodies = createBodyReader()
  access = openAccess({ options, names, hostname, port: listener.port, secret, local, store, remote, log })
  const router = { authenticate: access.authenticate, bodies, limits: limits.requests, log }
  const page = pageRoutes({
    auth,
    servers: connected,
    desk,
    client,
    asks,
    hub,
    store,
    sandbox,
    watch: access.watch,
    limits,
    session: (host, caller) => ({
      ...sessionInfo(options, names, store, host),
      ...userInfo(caller),
      allowCommands,
      canShare: onlyUser === undefined,
    }),
    signIn: access.signIn.routes,
    pages: createPages({
      folder: options.pages,
      names,
      signInPage: auth && access.signIn.page,
      linkNeeded: () => offerLink(local, log),
    }),
    adminsExport: options.adminsExport ?? false,
    own: options.routes ?? [],
    auditSettled: () => audit.settled(),
  })
  const vitals = { storeState: () => store.state, isDraining: () => state.draining }
  const health = (readers: 'public' | 'admin'): Route[] => healthRoutes(readers, vitals, metrics)
  const ownHealth = health(isOwnMachine(options) ? 'public' : 'admin')
  const front = createFrontDoor({
    names,
    sandbox,
    page: createRouter(page, router),
    health: createRouter(ownHealth, router),
    opaqueProxy: createOpaqueProxy(names),
    bodies,
    metrics,
    log,
  })
  sockets.open(front)
  const monitoring = await openMonitoring(options.metricsPort, createRouter(health('public'), router))
  addGauges(metrics, { front, servers: connected, hub, audit, isStoreReady: () => store.state.status === 'ready' })
  const metricsPort = monitoring && { metricsPort: monitoring.port }
  log({ level: 'info', event: 'listening', url: names.origin, store: store.kind, ...metricsPort })

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    stopExpiring()
    await access?.close()
    await shutDown({ state, listener, front, servers: connected, hub, audit, store, log })
    await monitoring?.close(0)
    await telemetry?.close()
  }
  return {
    url: names.origin,
    port: listener.port,
    secret,
    link: () => local.link(),
    scriptUrl: local.scriptUrl,
    routes: [...ownHealth, ...page],
    servers: connected.pool,
    store,
    publish: (event) => hub.publish(event),
    ready,
    close: () => (closing ??= close()),
  }
}

/** Whether a gateway serves only the user who started it: on loopback, without a proxy. */
const isOwnMachine = ({ hostname = '127.0.0.1', names, auth }: GatewayOptions): boolean =>
  isLoopback(hostname) && names === undefined && (auth === undefined || auth.type === 'none')

/** The journal of the audit log, next to the embedded store: only the process that holds its lock may write it. */
async function openJournal({ dataDir, durability }: GatewayOptions, store: Store): Promise<OpenedJournal | undefined> {
  if (dataDir === undefined || store.kind !== 'embedded') return undefined
  await store.ready
  return openAuditJournal(join(dataDir, 'store'), durability !== 'relaxed')
}

/** Logs a link for a browser that has none, unless the last one can still be used: others must not fill the log. */
function offerLink(local: LocalAccess, log: Log): void {
  if (!local.hasUnusedLink) log({ level: 'info', event: 'link', url: local.link() })
}

/** The addresses that many users share. */
function sharedAddresses(auth: GatewayOptions['auth']): (address: string) => boolean {
  if (auth?.type !== 'header') return () => false
  const proxies = readProxies(auth.proxies)
  return (address) => proxies.includes(address)
}

interface Sockets {
  readonly listener: Listener
  /** The address of the client of a request. */
  readonly remote: (request: Request) => string
  /** Accepts requests. Until then the response says that the gateway is starting. */
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
      // The address is missing: the origin is unknown.
      errorHandler: () => lockResponse(refuse(400, 'INVALID_ARGUMENT', 'The request has no valid host and address.')),
    },
  )
  const listener = await listen({
    port,
    hostname,
    limits: { ...CONNECTION_LIMITS, isShared: sharedAddresses(auth) },
    taken: (used) => log({ level: 'warn', event: 'port-taken', port: used }),
    handle: (request, response) => void handle(request, response),
  })
  return { listener, remote: (request) => remotes.get(request) ?? '', open: (front) => void (door = front) }
}

const userInfo = ({ principal: { user, role }, name, hasSession }: Authenticated): Pick<SessionInfo, 'user'> => ({
  user: { id: user, role, ...(name !== undefined && { name }), ...(hasSession && { canSignOut: true }) },
})

/**
 * The key of the sandbox's tickets, and the secret from which those of the pages are derived. Nodes share them: a View that one admits,
 * or a page that one serves, may reach another. Waits for a server that is starting.
 */
async function sharedSecrets(
  options: GatewayOptions,
  store: Store,
  listener: Listener,
): Promise<{ readonly signing: string; readonly secret: string }> {
  const secret = options.secret ?? createSecret()
  if (store.kind === 'embedded') return { signing: createSecret(), secret }
  try {
    await store.ready
    const signing = await store.settle('sandbox-secret', createSecret())
    return { signing, secret: options.secret ?? (await store.settle('page-secret', secret)) }
  } catch (error) {
    await Promise.all([store.close(), listener.close(0)])
    throw error
  }
}

function follow(servers: Servers | undefined, change: 'kept-servers' | 'credentials', owner: Owner | undefined, log: Log): void {
  servers
    ?.follow(change, owner)
    .catch((error: unknown) => log({ level: 'warn', event: 'servers-not-followed', reason: String(error) }))
}

function sessionInfo(
  { profile = 'strict', model }: GatewayOptions,
  names: Names,
  store: Store,
  host: string,
): Omit<SessionInfo, 'user' | 'allowCommands' | 'canShare'> {
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
