import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditEvent } from 'casement/host'
import type { Log } from '../observability/log.ts'
import type { NewAudit } from '../store/audit.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/unavailable.ts'

/** Takes audit events and writes them in batches. */
export interface AuditLog {
  /** Resolves when the event is stored. Rejects with `StoreUnavailable` when that takes too long; it is still retried. */
  write(conversation: string | undefined, event: AuditEvent): Promise<void>
  readonly waiting: number
  /** Waits until everything is stored, for some seconds. */
  flush(): Promise<void>
}

const MAX_QUEUED = 5000
const BATCH = 200
const RETRY_DELAYS = [100, 200, 500, 1000]
const WRITE_TIMEOUT = 10_000
const FLUSH_TIMEOUT = 3000
// One event is for looking at, not for keeping a file.
const LONGEST_VALUE = 32 * 1024

interface Queued extends NewAudit {
  readonly stored: () => void
}

/** Makes a log on a store. A batch that fails is kept and retried; `log` is told about it. */
export function createAuditLog(store: Store, log: Log): AuditLog {
  const queue: Queued[] = []
  let writing: Promise<void> | undefined
  let isEnding = false

  async function drain(): Promise<void> {
    for (let failures = 0; queue.length > 0;) {
      const batch = queue.slice(0, BATCH)
      try {
        await store.appendAudit(batch)
        queue.splice(0, batch.length)
        for (const { stored } of batch) stored()
        failures = 0
      } catch (error) {
        if (isEnding) break
        if (failures === 0) log({ level: 'warn', event: 'audit-delayed', events: queue.length, reason: reasonOf(error) })
        await sleep(RETRY_DELAYS[Math.min(failures++, RETRY_DELAYS.length - 1)] ?? 1000)
      }
    }
    writing = undefined
  }

  return {
    get waiting() {
      return queue.length
    },
    async write(conversation, event) {
      if (queue.length >= MAX_QUEUED) throw new StoreUnavailable(`${MAX_QUEUED} audit events are queued for the store.`)
      await new Promise<void>((resolve, reject) => {
        const late = (): void => reject(new StoreUnavailable(`The audit log cannot be written: ${whyNot(store)}`))
        const timer = setTimeout(late, WRITE_TIMEOUT)
        const stored = (): void => {
          clearTimeout(timer)
          resolve()
        }
        queue.push({ key: randomUUID(), conversation, event: shorten(event), stored })
        writing ??= drain()
      })
    },
    async flush() {
      await Promise.race([writing, sleep(FLUSH_TIMEOUT, undefined, { ref: false })])
      isEnding = true
      if (queue.length > 0) log({ level: 'error', event: 'audit-lost', events: queue.length, reason: whyNot(store) })
    },
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const whyNot = ({ state }: Store): string => (state.status === 'ready' ? 'the store is too slow.' : state.reason)

/** An event with what is too long replaced by its length. */
export function shorten(event: AuditEvent): AuditEvent {
  return { ...event, params: shortValue(event.params), ...('result' in event && { result: shortValue(event.result) }) }
}

function shortValue(value: unknown): unknown {
  const length = JSON.stringify(value)?.length ?? 0
  return length > LONGEST_VALUE ? { omitted: `${length} characters` } : value
}
