import type { AskDesk } from './connections/asks.ts'
import { readConfig } from './connections/config.ts'
import { createConnection, type Connection } from './connections/connection.ts'
import type { OAuthDesk } from './connections/oauth.ts'
import { checkServerName, createServerPool, type ServerPool } from './connections/pool.ts'
import type { Target } from './connections/target.ts'
import type { AuditLog } from './endpoint/audit-log.ts'
import { createEndpoint, type Endpoint } from './endpoint/endpoint.ts'
import { createKnownTools } from './endpoint/known-tools.ts'
import { createOpenCalls } from './endpoint/open-calls.ts'
import type { EventHub } from './events.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { GatewayOptions } from './options.ts'
import type { Store } from './store/store.ts'

/** The servers of a gateway, and the endpoint of each. */
export interface Servers {
  readonly pool: ServerPool
  endpoint(name: string): Endpoint | undefined
  inFlight(): number
  close(): Promise<void>
}

interface Parts {
  /** Those that are configured, by name. */
  readonly targets: readonly (readonly [string, Target])[]
  readonly desk: OAuthDesk
  readonly asks: AskDesk
  readonly hub: EventHub
  readonly store: Store
  readonly audit: AuditLog
  readonly metrics: Metrics
  readonly log: Log
}

/** Where the configured servers are. Throws `INVALID_ARGUMENT` with the name of one that makes no sense. */
export function readTargets({ builtIn = {}, servers = {} }: GatewayOptions): [string, Target][] {
  const inside = Object.entries(builtIn).map(([name, server]): [string, Target] => [name, { kind: 'built-in', server }])
  const outside = Object.entries(servers).map(([name, config]): [string, Target] => [name, readConfig(name, config)])
  for (const [name] of [...inside, ...outside]) checkServerName(name)
  return [...inside, ...outside]
}

/** Connects to all servers that are configured, and to those that come later. */
export function createServers(parts: Parts): Servers {
  const { targets, desk, asks, hub, metrics, log } = parts
  const endpoints = new Map<string, Endpoint>()

  function connect(name: string, target: Target): Connection {
    const tools = createKnownTools()
    const calls = createOpenCalls()
    const connection = createConnection({
      name,
      target,
      ...(target.kind === 'http' && { oauth: desk.provider(name, target.url) }),
      changed(server) {
        tools.forget()
        if (server.state.status === 'starting' && server.state.attempt > 1)
          metrics.count('casement_server_restarts_total', { server: name })
        const level = server.state.status === 'failed' ? 'warn' : 'info'
        log({ level, event: 'server', name, ...server.state })
        hub.publish({ type: 'server', server })
      },
      listChanged(list) {
        if (list === 'tools') tools.forget()
        endpoints.get(name)?.listChanged(list)
        hub.publish({ type: 'list-changed', server: name, list })
      },
      resourceChanged(uri) {
        endpoints.get(name)?.resourceChanged(uri)
        hub.publish({ type: 'view-changed', server: name, uri })
      },
      ask: (kind, params, signal) => asks.ask({ server: name, kind, params, call: calls.current() }, signal),
    })
    endpoints.set(name, createEndpoint({ connection, tools, calls, store: parts.store, audit: parts.audit, metrics, log }))
    return connection
  }

  const pool = createServerPool(connect, (name) => {
    void endpoints.get(name)?.close()
    endpoints.delete(name)
    desk.forget(name)
    hub.publish({ type: 'server-removed', name })
  })
  for (const [name, target] of targets) pool.addTarget(name, target)
  return {
    pool,
    endpoint: (name) => endpoints.get(name),
    inFlight: () => [...endpoints.values()].reduce((sum, { inFlight }) => sum + inFlight, 0),
    async close() {
      await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()))
      await pool.close()
    },
  }
}
