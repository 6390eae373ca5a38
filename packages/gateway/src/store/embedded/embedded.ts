import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from '../../security/principal.ts'
import type { Database, OpenOptions, Sql, SqlValue, TransactionOptions } from '../sql.ts'
import { StoreRefused, StoreUnavailable } from '../unavailable.ts'
import { findDamage } from './cluster.ts'
import { EngineError, startEngine, type Engine } from './engine.ts'
import type { Durability } from './engine-messages.ts'
import { lockFolder } from './folder-lock.ts'
import { takeLease } from './lease.ts'
import { serveBackup, takeDueSnapshot } from './snapshot.ts'

const SNAPSHOT_CHECK = 1000
// A start has enough to do.
const SNAPSHOT_DELAY = 60_000
const RETRY_DELAYS = [200, 500, 1000, 2000]
// Recovery needs two segments of the write-ahead log.
const MIN_FREE_BYTES = 40 * 1024 * 1024

/** Options of the embedded database. */
export interface EmbeddedOptions extends Partial<OpenOptions> {
  readonly durability?: Durability | undefined
  /** For how many days daily snapshots are kept; 0 makes none. */
  readonly snapshotDays?: number | undefined
  /** Receives the reason when a snapshot could not be made. */
  readonly onSnapshotFailure?: ((reason: string) => void) | undefined
}

/** Opens PostgreSQL inside this process, in a folder; without one, in memory. An engine that fails is restarted, with recovery. */
export async function openEmbedded(folder: string | undefined, options: EmbeddedOptions = {}): Promise<Database> {
  const { durability = 'strict', signal } = options
  if (folder === undefined) {
    const settings = { cluster: undefined, durability }
    return superviseEngine(() => startEngine(settings, signal), options, { canRestart: false })
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder)
  try {
    const cluster = join(folder, 'postgres')
    const start = async (): Promise<Engine> => {
      const damage = findDamage(cluster)
      if (damage !== undefined) throw new StoreRefused(describeDamage(cluster, damage))
      await checkSpace(folder)
      return startEngine({ cluster, durability }, signal).catch((error: unknown) => {
        throw toStoreError(error, cluster)
      })
    }
    let database: SupervisedDatabase | undefined
    const lease = await takeLease(folder, (reason) => database?.stop(reason))
    database = await superviseEngine(start, options, { canRestart: true }).catch((error: unknown) => {
      lease.release()
      throw error
    })
    const supervised = database
    const stopSnapshots = attendRegularly(folder, supervised, options)
    return {
      ...supervised,
      async close() {
        await stopSnapshots()
        await supervised.close()
        lease.release()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Snapshots and requested backups, one after the other. Returns its end, which waits for the one that is being made. */
function attendRegularly(
  folder: string,
  { snapshot }: SupervisedDatabase,
  { snapshotDays: days = 7, onSnapshotFailure: onFailure = () => {} }: EmbeddedOptions,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const start = performance.now()
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    const isSettled = performance.now() - start > SNAPSHOT_DELAY
    running = serveBackup(folder, snapshot)
      .then(() => (isSettled ? takeDueSnapshot({ folder, days, snapshot, onFailure }) : undefined))
      .catch((error: unknown) => onFailure(String(error)))
      .finally(() => (isRunning = false))
  }, SNAPSHOT_CHECK)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

const describeDamage = (cluster: string, damage: string): string =>
  `The store in ${cluster} is damaged: ${damage}. Restore the missing files or a backup: casement restore --help`

/** A full disk may be freed while the gateway waits; a damaged cluster needs its operator. */
function toStoreError(error: unknown, cluster: string): unknown {
  if (!(error instanceof EngineError)) return error
  const { kind, reason } = error.failure
  if (kind === 'disk') return new StoreUnavailable(reason, { cause: error })
  return new StoreRefused(kind === 'damage' ? describeDamage(cluster, reason) : reason, { cause: error })
}

async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new StoreUnavailable(
      `The disk is full: ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free, ${MIN_FREE_BYTES / 1024 / 1024} MB are needed. Free some space on it; the store then recovers automatically.`,
    )
}

interface SupervisedDatabase extends Database {
  /** Stops the engine for good. */
  readonly stop: (reason: string) => void
  readonly snapshot: (target: string) => Promise<void>
}

/** Keeps an engine running: restarts it after a failure, with back-off, and rejects statements meanwhile. */
async function superviseEngine(
  start: () => Promise<Engine>,
  { signal, onState = () => {} }: EmbeddedOptions,
  { canRestart }: { canRestart: boolean },
): Promise<SupervisedDatabase> {
  let engine: Engine | undefined
  let reason = 'The embedded database is starting.'
  const stopping = new AbortController()
  const isOver = (): boolean => stopping.signal.aborted || signal?.aborted === true
  let retry: { readonly timer: NodeJS.Timeout; readonly cancel: () => void } | undefined
  let onReconnect: (() => void) | undefined
  let role: string | undefined

  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      retry = { timer: setTimeout(resolve, milliseconds), cancel: resolve }
    })
  const goDown = (why: string): void => {
    engine = undefined
    reason = why
    onState({ status: 'unavailable', reason: why })
  }
  const adopt = (started: Engine): void => {
    engine = started
    void started.failed.then(async ({ reason: why }) => {
      if (isOver()) return undefined
      goDown(why)
      return canRestart ? restart() : undefined
    })
  }
  /** Starts until it succeeds. A folder that is refused at the first start ends it; later it may be repaired while this waits. */
  const startWithBackOff = async (isFirst: boolean): Promise<void> => {
    for (let attempt = 0; !isOver(); attempt++) {
      try {
        const started = await start()
        if (role !== undefined) await setRole(started, role)
        return adopt(started)
      } catch (error) {
        if (isFirst && (!(error instanceof StoreUnavailable) || !canRestart || isOver())) throw error
        goDown(error instanceof Error ? error.message : String(error))
        await wait(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 1000)
      }
    }
    if (isFirst) throw new StoreUnavailable('The store was closed.')
  }
  const restart = async (): Promise<void> => {
    await startWithBackOff(false)
    if (!engine || isOver()) return engine?.close()
    onState({ status: 'ready' })
    onReconnect?.()
  }
  const stop = (why: string): void => {
    stopping.abort()
    clearTimeout(retry?.timer)
    retry?.cancel()
    const last = engine
    goDown(why)
    void last?.close()
  }

  await startWithBackOff(true)
  onState({ status: 'ready' })
  let lastTransaction = 0
  const running = (): Engine => {
    if (!engine) throw new StoreUnavailable(reason)
    return engine
  }
  const as = (owner: Owner | undefined): Sql => ({
    query: async <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
      (await running().execute(text, values, { owner })) as Row[],
    // Bound to this engine: after a restart the rest of a transaction must not run without its beginning.
    transaction: async (work, options) => inTransaction(running(), { ...options, owner, transaction: ++lastTransaction }, work),
  })
  return {
    kind: 'embedded',
    ...as(undefined),
    as,
    async assumeRole(name) {
      await setRole(running(), name)
      role = name
    },
    // One process: what it publishes its own pages have received already.
    async listen(_channel, _onPayload, reconnected) {
      onReconnect = reconnected
    },
    stop,
    snapshot: async (target) => running().snapshot(target),
    async close() {
      stopping.abort()
      clearTimeout(retry?.timer)
      retry?.cancel()
      await engine?.close()
      engine = undefined
      reason = 'The store was closed.'
    },
  }
}

const setRole = (engine: Engine, role: string): Promise<unknown> => engine.execute(`set role ${role}`, [])

async function inTransaction<T>(
  engine: Engine,
  { statementTimeout: timeout, owner, transaction }: TransactionOptions & { owner: Owner | undefined; transaction: number },
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const query = async <Row extends object>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> =>
    (await engine.execute(text, values, { transaction, timeout })) as Row[]
  try {
    await engine.execute('begin', [], { transaction, timeout, owner })
    const result = await work({ query, transaction: () => Promise.reject(new Error('a transaction cannot be inside another')) })
    await query('commit')
    return result
  } catch (error) {
    // When the engine is gone, so is the transaction.
    await query('rollback').catch(() => {})
    throw error
  }
}
