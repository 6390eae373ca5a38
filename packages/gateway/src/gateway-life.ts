import type { AuditLog } from './endpoint/audit-log.ts'
import type { EventHub } from './events.ts'
import type { FrontDoor } from './front-door.ts'
import type { Listener } from './listen.ts'
import type { Log } from './observability/log.ts'
import type { GatewayOptions } from './options.ts'
import type { Servers } from './servers.ts'
import type { Store } from './store/store.ts'

/** The progress of a gateway's start. */
export interface GatewayState {
  /** It is shutting down and accepts no more requests. */
  draining: boolean
}

/** Logs when the database has opened. */
export function watchState(store: Store, ready: Promise<void>, log: Log): GatewayState {
  const state = { draining: false }
  const start = performance.now()
  const opened = async (): Promise<void> => {
    try {
      await ready
      log({ level: 'info', event: 'store-ready', store: store.kind, ms: Math.round(performance.now() - start) })
    } catch (error) {
      log({ level: 'error', event: 'store-failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  void opened()
  return state
}

const SWEEP_INTERVAL = 60 * 60 * 1000

/** Removes expired data, now and every hour. */
export function expireRegularly(store: Store, { auditDays }: Pick<GatewayOptions, 'auditDays'>, log: Log): () => void {
  const sweep = (): void =>
    void store
      .removeExpired({ auditDays })
      .catch((error: unknown) => log({ level: 'warn', event: 'not-expired', reason: String(error) }))
  const timer = setInterval(sweep, SWEEP_INTERVAL)
  timer.unref()
  void store.ready.then(sweep, () => {})
  return () => clearInterval(timer)
}

// A user waits this long after Ctrl-C before pressing it again.
const DRAIN = 10_000
const CUT = 2000

/** The resources that a gateway closes. */
export interface Running {
  readonly state: GatewayState
  readonly listener: Listener
  readonly front: FrontDoor
  readonly servers: Servers
  readonly hub: EventHub
  readonly audit: AuditLog
  readonly store: Store
  readonly log: Log
}

/**
 * Lets what is under way finish, and ends everything: the store last, because all others write to it. A request that arrives on an open
 * connection meanwhile is handled like any other, so that none fails that was accepted.
 */
export async function shutDown({ state, listener, front, servers, hub, audit, store, log }: Running): Promise<void> {
  state.draining = true
  log({ level: 'info', event: 'draining' })
  hub.close()
  await listener.drain(() => front.inFlight === 0 && servers.inFlight() === 0, DRAIN)
  await servers.close()
  await audit.close()
  await store.close()
  await listener.close(CUT)
  log({ level: 'info', event: 'stopped' })
}
