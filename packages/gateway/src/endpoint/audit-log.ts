import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRest } from '../connections/rest.ts'
import type { Log } from '../observability/log.ts'
import type { Owner } from '../security/principal.ts'
import type { OwnedAudit, Store } from '../store/store.ts'
import type { TracedEvent } from '../store/audit.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
import type { AuditJournal, OpenedJournal } from './audit-journal.ts'

/** Takes audit events and writes them in batches. */
export interface AuditLog {
  /**
   * Resolves when the event is on the disk: in the journal, or in the store if there is no journal. Rejects with `StoreUnavailable` when
   * that takes too long; it is still retried.
   */
  write(owner: Owner, conversation: string | undefined, event: TracedEvent): Promise<void>
  /** Events that are not in the store yet. */
  readonly waiting: number
  /** Waits, for some seconds, until the store has what was written so far. */
  settled(): Promise<void>
  /** Waits until everything is stored, for some seconds, and ends the log. */
  close(): Promise<void>
}

const MAX_QUEUED = 5000
// A row in a large batch takes a thirtieth of the time that it takes alone.
const BATCH = 1000
const BATCH_DELAY = 100
const RETRY_DELAYS = [100, 200, 500, 1000]
const WRITE_TIMEOUT = 10_000
const FLUSH_TIMEOUT = 3000
// One event is for looking at, not for keeping a file.
const MAX_VALUE = 32 * 1024

interface Queued {
  readonly record: OwnedAudit
  readonly isJournaled: boolean
  readonly stored: () => void
}

/** Creates a log on a store. A failed batch is kept and retried, and `log` records it. */
export function createAuditLog(store: Store, log: Log, opening?: Promise<OpenedJournal | undefined>): AuditLog {
  const queue: Queued[] = []
  let journal: AuditJournal | undefined
  let writing: Promise<void> | undefined
  let isEnding = false
  let room: (() => void)[] = []
  const pause = createRest()
  const nextKey = createKeys()

  async function drain(): Promise<void> {
    for (let failures = 0; queue.length > 0;) {
      // Records in the journal are safe, and waiting makes larger batches.
      if (failures === 0 && queue.length < BATCH && queue.every(({ isJournaled }) => isJournaled)) await pause.take(BATCH_DELAY)
      const batch = queue.slice(0, BATCH)
      try {
        await store.appendAudit(batch.map(({ record }) => record))
        queue.splice(0, batch.length)
        journal?.stored(batch.filter(({ isJournaled }) => isJournaled).length)
        for (const { stored } of batch) stored()
        for (const enter of room) enter()
        room = []
        failures = 0
      } catch (error) {
        if (isEnding) break
        if (failures === 0) log({ level: 'warn', event: 'audit-delayed', events: queue.length, reason: reasonOf(error) })
        await sleep(RETRY_DELAYS[Math.min(failures++, RETRY_DELAYS.length - 1)] ?? 1000)
      }
    }
    writing = undefined
  }
  const enqueue = (record: OwnedAudit, isJournaled: boolean): Promise<void> =>
    new Promise((stored) => {
      queue.push({ record, isJournaled, stored })
      if (!isJournaled || queue.length >= BATCH) pause.wake()
      writing ??= drain()
    })
  const save = async (record: OwnedAudit): Promise<void> => {
    while (queue.length >= MAX_QUEUED) await new Promise<void>((enter) => room.push(enter))
    // If the journal cannot be written, the store is used, and its error is reported.
    const isJournaled =
      journal !== undefined &&
      (await journal.append(record).then(
        () => true,
        () => false,
      ))
    const stored = enqueue(record, isJournaled)
    if (!isJournaled) await stored
  }
  const adopt = async (): Promise<void> => {
    try {
      const result = await opening
      journal = result?.journal
      for (const record of result?.left ?? []) void enqueue(record, true)
    } catch (error) {
      log({ level: 'warn', event: 'audit-journal-not-opened', reason: reasonOf(error) })
    }
  }
  const opened = adopt()

  return {
    get waiting() {
      return queue.length
    },
    write: ({ tenant, user }, conversation, event) =>
      within(
        save({ owner: { tenant, user }, key: nextKey(), conversation, ...serialize(event) }),
        WRITE_TIMEOUT,
        () => new StoreUnavailable(`The audit log cannot be written: ${whyNot(store)}`),
      ),
    async settled() {
      await opened
      pause.wake()
      await Promise.race([writing, sleep(FLUSH_TIMEOUT, undefined, { ref: false })])
    },
    async close() {
      pause.wake()
      await Promise.race([writing, sleep(FLUSH_TIMEOUT, undefined, { ref: false })])
      isEnding = true
      const lost = queue.filter(({ isJournaled }) => !isJournaled).length
      if (lost > 0) log({ level: 'error', event: 'audit-lost', events: lost, reason: whyNot(store) })
      await journal?.close()
    },
  }
}

async function within(work: Promise<void>, timeout: number, late: () => Error): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(late()), timeout)))
  await Promise.race([work, expired]).finally(() => clearTimeout(timer))
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const whyNot = ({ state }: Store): string => (state.status === 'ready' ? 'the store is too slow.' : state.reason)

/** Creates unique keys in ascending order, so that the index of the log grows at its end only. */
function createKeys(): () => string {
  const run = `${Date.now().toString(36).padStart(9, '0')}-${randomBytes(9).toString('base64url')}`
  let count = 0
  return () => `${run}-${(++count).toString(36).padStart(8, '0')}`
}

/** An event with its JSON, which the journal and the store both write. */
function serialize(event: TracedEvent): Pick<OwnedAudit, 'event' | 'body'> {
  const body = JSON.stringify(event)
  if (body.length <= MAX_VALUE) return { event, body }
  const short = shorten(event)
  return { event: short, body: JSON.stringify(short) }
}

/** An event with what is too long replaced by its length. */
export function shorten(event: TracedEvent): TracedEvent {
  return { ...event, params: shortValue(event.params), ...('result' in event && { result: shortValue(event.result) }) }
}

function shortValue(value: unknown): unknown {
  const length = JSON.stringify(value)?.length ?? 0
  return length > MAX_VALUE ? { omitted: `${length} characters` } : value
}
