import { readConfig } from './connections/config.ts'
import { createConnection, type Connection } from './connections/connection.ts'
import type { OAuthDesk } from './connections/oauth.ts'
import { createServerPool, type ServerPool } from './connections/pool.ts'
import type { Target } from './connections/target.ts'
import type { AuditLog } from './endpoint/audit-log.ts'
import { createEndpoint, type Endpoint } from './endpoint/endpoint.ts'
import { createToolDirectory } from './endpoint/tool-directory.ts'
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
  readonly options: GatewayOptions
  readonly desk: OAuthDesk
  readonly hub: EventHub
  readonly store: Store
  readonly audit: AuditLog
  readonly metrics: Metrics
  readonly log: Log
}

/** Connects to all servers that are configured, and to those that come later. */
export function createServers(parts: Parts): Servers {
  const { options, desk, hub, metrics, log } = parts
  const endpoints = new Map<string, Endpoint>()

  function connect(name: string, target: Target): Connection {
    const tools = createToolDirectory()
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
    })
    endpoints.set(name, createEndpoint({ connection, tools, store: parts.store, audit: parts.audit, metrics, log }))
    return connection
  }

  const pool = createServerPool(connect, (name) => {
    void endpoints.get(name)?.close()
    endpoints.delete(name)
    desk.forget(name)
    hub.publish({ type: 'server-removed', name })
  })
  for (const [name, server] of Object.entries(options.builtIn ?? {})) pool.addTarget(name, { kind: 'built-in', server })
  for (const [name, config] of Object.entries(options.servers ?? {})) pool.addTarget(name, readConfig(name, config))
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
