import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CasementError } from 'casement/protocol'
import type { Answer, Ask, WorkerSettings } from './embedded-messages.ts'
import { lockFolder } from './folder-lock.ts'
import type { Database, Sql, SqlValue } from './sql.ts'

// Our tests run the sources as they are; a thread can only run what was built of them.
const BUILT = new URL(import.meta.url.replace(/\/src\/store\/embedded\.ts$/, '/dist/store/embedded.js'))
const MOST_WAITING = 10_000

/** Opens PostgreSQL inside this process, in a folder; without one, in memory. It has a thread of its own: it computes for seconds while it opens. */
export async function openEmbedded(folder: string | undefined, signal?: AbortSignal): Promise<Database> {
  if (folder === undefined) return databaseOf(await startThread({ cluster: undefined }, signal), () => {})
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder)
  try {
    return databaseOf(await startThread({ cluster: join(folder, 'postgres') }, signal), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

interface Thread {
  ask(text: string | undefined, values?: readonly SqlValue[]): Promise<readonly object[]>
  end(): Promise<void>
}

async function startThread(settings: WorkerSettings, signal: AbortSignal | undefined): Promise<Thread> {
  const worker = new Worker(new URL('./embedded-worker.js', BUILT), { workerData: settings })
  const waiting = new Map<number, { resolve: (rows: readonly object[]) => void; reject: (error: Error) => void }>()
  let last = 0
  const fail = (why: string): void => {
    for (const { reject } of waiting.values()) reject(new CasementError('CLOSED', `The embedded database ended: ${why}`))
    waiting.clear()
  }
  worker.on('message', (answer: Answer) => {
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) call?.reject(new Error(answer.error))
    else call?.resolve(answer.rows)
  })
  worker.on('error', (error) => fail(error.message))
  worker.on('exit', (code) => fail(`its thread ended with ${code}`))
  // It survives being killed, so nobody who leaves has to wait until it is open.
  const leave = (): void => void worker.terminate()
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  try {
    await new Promise<readonly object[]>((resolve, reject) => waiting.set(0, { resolve, reject }))
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    signal?.removeEventListener('abort', leave)
  }
  return {
    ask: (text, values = []) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
        worker.postMessage((text === undefined ? { id, values } : { id, text, values }) satisfies Ask)
      }),
    end: async () => void (await worker.terminate()),
  }
}

function databaseOf(thread: Thread, unlock: () => void): Database {
  // One connection: everything has its turn, so that nothing slips into the transaction of somebody else.
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING)
      throw new CasementError('OVER_BUDGET', `${MOST_WAITING} statements wait for the embedded database.`)
    waiting++
    const own = turn.then(work).finally(() => waiting--)
    turn = own.catch(() => {})
    return own
  }
  const ask: Sql['query'] = async <Row extends object>(text: string, values?: readonly SqlValue[]) =>
    (await thread.ask(text, values)) as Row[]
  return {
    kind: 'embedded',
    query: (text, values) => inTurn(() => ask(text, values)),
    transaction: (work) => inTurn(() => inTransaction(ask, work)),
    // One process, so what it publishes it has heard already.
    listen: () => Promise.resolve(),
    async close() {
      await inTurn(() => thread.ask(undefined))
      await thread.end()
      unlock()
    },
  }
}

async function inTransaction<T>(query: Sql['query'], work: (sql: Sql) => Promise<T>): Promise<T> {
  await query('begin')
  try {
    const result = await work({ query, transaction: () => Promise.reject(new Error('a transaction cannot be inside another')) })
    await query('commit')
    return result
  } catch (error) {
    await query('rollback')
    throw error
  }
}
