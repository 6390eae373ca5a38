import { createAskResponder, type AskPerson } from './connections/ask-handlers.ts'
import type { AskDesk } from './connections/asks.ts'
import { createConnection, type Connection } from './connections/connection.ts'
import type { OAuthDesk } from './connections/oauth.ts'
import { createServerPool, type ServerPool } from './connections/pool.ts'
import type { Target } from './connections/target.ts'
import type { AuditLog } from './endpoint/audit-log.ts'
import { createEndpoint, type Endpoint } from './endpoint/endpoint.ts'
import { createKnownTools } from './endpoint/known-tools.ts'
import { createOpenCalls } from './endpoint/open-calls.ts'
import { createTasks } from './endpoint/tasks.ts'
import type { ServerEntry } from './api.ts'
import type { EventHub } from './events.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Telemetry } from './observability/telemetry.ts'
import type { Owner } from './security/principal.ts'
import type { Store } from './store/store.ts'

/** Connections to servers, and the endpoint of each: those of all users, or those of one. */
export interface ServerSet {
  readonly pool: ServerPool
  endpoint(name: string): Endpoint | undefined
  inFlight(): number
  close(): Promise<void>
}

/** The dependencies of connections to servers. */
export interface ServerSetOptions {
  readonly desk: OAuthDesk
  readonly asks: AskDesk
  readonly hub: EventHub
  readonly store: Store
  readonly audit: AuditLog
  readonly metrics: Metrics
  readonly telemetry: Telemetry | undefined
  readonly log: Log
  /** The owner of the connections; undefined for those that all users share, which no user can authorize. */
  readonly owner?: Owner | undefined
  readonly onChange?: ((entry: ServerEntry) => void) | undefined
}

/** Creates an empty set. */
export function createServerSet(options: ServerSetOptions): ServerSet {
  const { desk, asks, hub, store, audit, metrics, telemetry, log, owner } = options
  const endpoints = new Map<string, Endpoint>()

  function connect(name: string, target: Target): Connection {
    const tools = createKnownTools()
    const calls = createOpenCalls()
    const ask: AskPerson = async (kind, params, signal) => {
      // A question never reaches another user.
      const asked = owner ?? calls.owner()
      return asked ? asks.ask(asked, { server: name, kind, params, call: calls.current() }, signal) : { action: 'cancel' }
    }
    const respond = createAskResponder(ask, (method, params, signal) => calls.peer()?.ask(method, params, signal))
    const connection = createConnection({
      name,
      target,
      ...(target.kind === 'http' && owner && { oauth: desk.provider(owner, name, target.url) }),
      changed(server) {
        tools.forget()
        if (server.state.status === 'starting' && server.state.attempt > 1)
          metrics.count('casement_server_restarts_total', { server: name })
        const level = server.state.status === 'failed' ? 'warn' : 'info'
        log({ level, event: 'server', name, ...(owner && { user: owner.user }), ...server.state })
        hub.publish({ type: 'server', server }, owner)
        options.onChange?.(server)
      },
      listChanged(list) {
        if (list === 'tools') tools.forget()
        endpoints.get(name)?.listChanged(list)
        hub.publish({ type: 'list-changed', server: name, list }, owner)
      },
      resourceChanged(uri) {
        endpoints.get(name)?.resourceChanged(uri)
        hub.publish({ type: 'view-changed', server: name, uri }, owner)
      },
      watchFailed: (error) => log({ level: 'warn', event: 'watch-failed', name, reason: String(error) }),
      respond,
      logged(params) {
        const peer = calls.peer()
        if (peer) peer.notify('notifications/message', params)
        // The log of a shared server may concern one of the users whose calls are running, so no other user gets it.
        else if (owner || calls.isIdle) endpoints.get(name)?.logged(params)
      },
    })
    const tasks = createTasks(store, connection.entry.app, respond)
    endpoints.set(name, createEndpoint({ connection, tools, calls, tasks, store, audit, metrics, telemetry, log }))
    return connection
  }

  const pool = createServerPool(connect, (name) => {
    void endpoints.get(name)?.close()
    endpoints.delete(name)
    if (owner) desk.forget(owner, name)
    hub.publish({ type: 'server-removed', name }, owner)
  })
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
