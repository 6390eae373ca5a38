import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { Ask, Answer, WorkerSettings } from './embedded-messages.ts'

/** Runs PostgreSQL in this thread, one statement after the other, until it is told to end. */
async function serve(port: MessagePort, { cluster }: WorkerSettings): Promise<void> {
  const engine = await openCluster(cluster)
  port.on('message', ({ id, text, values }: Ask) => {
    const answered =
      text === undefined ? engine.close().then(() => []) : engine.query<object>(text, [...values]).then(({ rows }) => rows)
    answered.then(
      (rows) => port.postMessage({ id, rows } satisfies Answer),
      (error: unknown) =>
        port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer),
    )
  })
  port.postMessage({ id: 0, rows: [] } satisfies Answer)
}

/**
 * Opens the cluster in a folder, or one in memory. A commit is in the write-ahead log on disk before it is acknowledged, and the
 * next start recovers from it. Creating a cluster is the one step that PostgreSQL cannot recover from, so that happens under
 * another name, which is changed when it is complete.
 */
async function openCluster(cluster: string | undefined): Promise<PGlite> {
  if (cluster === undefined) return PGlite.create()
  if (!existsSync(cluster)) {
    const unfinished = `${cluster}.new`
    await rm(unfinished, { recursive: true, force: true })
    const engine = await PGlite.create({ dataDir: unfinished })
    await engine.close()
    await rename(unfinished, cluster)
  }
  return PGlite.create({ dataDir: cluster })
}

// A worker is its import: this is the one module that runs by itself.
if (parentPort) {
  const port = parentPort
  serve(port, workerData as WorkerSettings).catch((error: unknown) =>
    port.postMessage({ id: 0, error: error instanceof Error ? error.message : String(error) } satisfies Answer),
  )
}
