import type { Database, OpenOptions } from './sql.ts'
import { StoreUnavailable, type DatabaseState } from './unavailable.ts'

// A new embedded cluster takes seconds to create, on a busy machine many.
const OPEN_TIMEOUT = 30_000

/** A database that opens in the background. */
export interface DatabaseConnection {
  /** Settles when the database is open and prepared; rejects when it refuses to open. */
  readonly ready: Promise<void>
  readonly state: () => DatabaseState
  /** The database, once it is open. Rejects with `StoreUnavailable` when that takes too long. */
  current(): Promise<Database>
  close(): Promise<void>
}

/** The options for opening a database. */
export interface ConnectionOptions {
  readonly open: (options: OpenOptions) => Promise<Database>
  /** Runs once, before anything else. */
  readonly prepare: (database: Database) => Promise<void>
  readonly onState: (state: DatabaseState) => void
}

/** Opens a database in the background, and knows its state. */
export function connectDatabase({ open, prepare, onState }: ConnectionOptions): DatabaseConnection {
  const closing = new AbortController()
  const waiting = new Set<(error: StoreUnavailable) => void>()
  let state: DatabaseState = { status: 'unavailable', reason: 'The store is being opened.' }
  let progress: 'opening' | 'delayed' | 'open' = 'opening'

  const setState = (next: DatabaseState): void => {
    // Reported when it is prepared as well.
    if (next.status === 'ready' && progress !== 'open') return
    state = next
    onState(next)
    if (next.status === 'ready' || progress === 'open') return
    progress = 'delayed'
    for (const reject of waiting) reject(new StoreUnavailable(next.reason))
  }
  const opened = openAndPrepare()
  const ready = opened.then(() => undefined)
  // Callers receive the failure.
  ready.catch(() => {})

  async function openAndPrepare(): Promise<Database> {
    let database: Database | undefined
    try {
      database = await open({ signal: closing.signal, onState: setState })
      await prepare(database)
      progress = 'open'
      setState({ status: 'ready' })
      return database
    } catch (error) {
      progress = 'open'
      state = { status: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      await database?.close()
      throw error
    }
  }
  return {
    ready,
    state: () => state,
    current() {
      if (progress === 'open' && state.status === 'ready') return opened
      if (progress !== 'opening') return Promise.reject(new StoreUnavailable((state as { reason: string }).reason))
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new StoreUnavailable('The store is still being opened.')), OPEN_TIMEOUT)
        waiting.add(reject)
        opened.then(resolve, reject).finally(() => {
          clearTimeout(timer)
          waiting.delete(reject)
        })
      })
    },
    async close() {
      closing.abort()
      const database = await opened.catch(() => undefined)
      await database?.close()
    },
  }
}
