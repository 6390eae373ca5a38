import type { AuditLog } from '../endpoint/audit-log.ts'
import type { EventHub } from '../events.ts'
import type { FrontDoor } from '../front-door.ts'
import type { Servers } from '../servers.ts'
import type { Metrics } from './metrics.ts'

/** The values that are read for the metrics. */
export interface Gauged {
  readonly front: FrontDoor
  readonly servers: Servers
  readonly hub: EventHub
  readonly audit: AuditLog
  readonly isStoreReady: () => boolean
}

/** Adds what a gateway is doing right now to its metrics. */
export function addGauges(metrics: Metrics, { front, servers, hub, audit, isStoreReady }: Gauged): void {
  metrics.gauge('casement_http_in_flight', () => front.inFlight)
  metrics.gauge('casement_event_listeners', () => hub.listeners)
  metrics.gauge('casement_audit_waiting', () => audit.waiting)
  metrics.gauge('casement_store_ready', () => Number(isStoreReady()))
  metrics.gauge('casement_mcp_in_flight', () => servers.inFlight())
  metrics.gauge('casement_server_up', () =>
    servers.pool.list().map(({ name, state }) => [{ server: name }, Number(state.status === 'ready')] as const),
  )
}
