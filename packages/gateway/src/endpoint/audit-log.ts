import type { AuditEvent } from 'casement/host'
import type { Log } from '../observability/log.ts'
import type { NewAudit } from '../store/audit.ts'
import type { Store } from '../store/store.ts'

/** Takes audit events and writes them in batches. */
export interface AuditLog {
  /** Resolves when there is room: whoever makes events faster than they can be written has to wait. */
  write(conversation: string | undefined, event: AuditEvent): Promise<void>
  readonly waiting: number
  /** Writes what is left. */
  flush(): Promise<void>
}

const MOST_WAITING = 5000
const BATCH = 200
// One event is for looking at, not for keeping a file.
const LONGEST_VALUE = 32 * 1024

/** Makes a log on a store. An event that cannot be written is told to `log`, with its reason. */
export function createAuditLog(store: Store, log: Log): AuditLog {
  const queue: NewAudit[] = []
  let writing: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH)
      try {
        // In their order.
        await store.appendAudit(batch)
      } catch (error) {
        log({ level: 'error', event: 'audit-lost', events: batch.length, reason: String(error) })
      }
    }
    writing = undefined
  }

  return {
    get waiting() {
      return queue.length
    },
    async write(conversation, event) {
      queue.push({ conversation, event: shorten(event) })
      writing ??= drain()
      if (queue.length > MOST_WAITING) await writing
    },
    flush: async () => writing,
  }
}

/** An event with what is too long replaced by its length. */
export function shorten(event: AuditEvent): AuditEvent {
  return { ...event, params: shortValue(event.params), ...('result' in event && { result: shortValue(event.result) }) }
}

function shortValue(value: unknown): unknown {
  const length = JSON.stringify(value)?.length ?? 0
  return length > LONGEST_VALUE ? { omitted: `${length} characters` } : value
}
