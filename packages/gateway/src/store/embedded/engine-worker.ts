import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'
import { openCluster, type EngineLog, type OpenCluster } from './cluster.ts'
import { SHUT_DOWN, type EngineMessage, type EngineRequest, type EngineResponse, type EngineSettings } from './engine-messages.ts'
import { ownerStatement } from '../sql.ts'
import { copyCluster } from './snapshot.ts'
import { explainFailure, type EngineFailure } from './failure.ts'

// Requests that share one sync of the write-ahead log.
const MAX_GROUP = 64
// The engine runs without PostgreSQL's checkpointer, and the log grows until a checkpoint.
const CHECKPOINT_BYTES = 32 * 1024 * 1024

/** Runs PostgreSQL in this thread until it receives the message to end. */
async function serve(port: MessagePort, { cluster, durability }: EngineSettings): Promise<void> {
  const post = (message: EngineMessage): void => port.postMessage(message)
  const failures: string[] = []
  const fail = (failure: EngineFailure): void => {
    post({ type: 'fatal', failure })
    // After a PANIC the engine would compute forever.
    process.exit(1)
  }
  const onLog: EngineLog = (line) => {
    const severity = /\b(FATAL|PANIC): {2}(.*)/.exec(line)
    if (severity?.[2]) failures.push(severity[2])
    if (severity?.[1] === 'PANIC') fail(explainFailure(severity[2] ?? '', opened?.files?.failure))
    return false
  }
  let opened: OpenCluster | undefined
  try {
    opened = await openCluster(cluster, durability, onLog)
  } catch (error) {
    return fail(explainFailure(failures.at(-1) ?? error))
  }
  serveRequests(port, { ...opened, cluster }, post, fail)
  post({ type: 'open' })
}

/** Executes requests in their order, except that an open transaction is alone until it ends, and responds to them in groups that share one sync. */
function serveRequests(
  port: MessagePort,
  { engine, files, cluster }: OpenCluster & Pick<EngineSettings, 'cluster'>,
  post: (message: EngineMessage) => void,
  fail: (failure: EngineFailure) => void,
): void {
  const queue: EngineRequest[] = []
  let transaction: number | undefined
  let isRunning = false

  const receive = (message: EngineRequest | typeof SHUT_DOWN): void => {
    if (message !== SHUT_DOWN) return void queue.push(message)
    engine.close().then(
      () => process.exit(0),
      (error: unknown) => fail(explainFailure(error, files?.failure)),
    )
  }
  const next = (): EngineRequest | undefined => {
    for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) receive(more.message as EngineRequest)
    const index = queue.findIndex((request) => transaction === undefined || request.transaction === transaction)
    return index === -1 ? undefined : queue.splice(index, 1)[0]
  }
  const query = async ({ text, values, owner }: EngineRequest): Promise<object[]> => {
    if (!owner) return (await engine.query<object>(text, [...values])).rows
    await engine.exec(`begin; ${ownerStatement(owner)}`)
    if (text === 'begin') return []
    try {
      const { rows } = await engine.query<object>(text, [...values])
      await engine.exec('commit')
      return rows
    } catch (error) {
      await engine.exec('rollback')
      throw error
    }
  }
  const execute = async (request: EngineRequest): Promise<EngineResponse> => {
    const { id, text, transaction: own, snapshot } = request
    transaction = own
    try {
      if (snapshot !== undefined) return (await copyTo(snapshot), { id, rows: [] })
      return { id, rows: await query(request) }
    } catch (error) {
      const { message, code } = error as { message?: string; code?: string }
      return { id, error: message ?? String(error), code }
    } finally {
      if (text === 'commit' || text === 'rollback') transaction = undefined
    }
  }
  /** Nothing is written at the same time, because only this thread writes. */
  const copyTo = async (target: string): Promise<void> => {
    if (cluster === undefined) throw new Error('A store in memory has no files to copy.')
    await engine.exec('checkpoint')
    files?.sync()
    copyCluster(cluster, target)
  }
  const respond = (responses: readonly EngineResponse[]): void => {
    files?.sync()
    post({ type: 'group', responses })
  }
  const checkpoint = async (): Promise<void> => {
    if (!files || files.walBytes < CHECKPOINT_BYTES || transaction !== undefined) return
    files.walBytes = 0
    post({ type: 'alive' })
    await engine.exec('checkpoint')
  }
  // Commits that were executed and are not durable yet.
  let group: EngineResponse[] = []
  const run = async (): Promise<void> => {
    for (;;) {
      const request = group.length < MAX_GROUP ? next() : undefined
      if (request) {
        const response = await execute(request)
        // Inside a transaction nothing is committed, so its next statement need not wait for a sync.
        if (transaction === undefined) group.push(response)
        else post({ type: 'group', responses: [response] })
        continue
      }
      // The group ends when the open transaction does: its commit joins it.
      if (group.length === 0 || (transaction !== undefined && group.length < MAX_GROUP)) return
      respond(group)
      group = []
      await checkpoint()
    }
  }

  port.on('message', (message: EngineRequest | typeof SHUT_DOWN) => {
    receive(message)
    if (isRunning) return
    isRunning = true
    run()
      .catch((error: unknown) => fail(explainFailure(error, files?.failure)))
      .finally(() => (isRunning = false))
  })
}

// A worker is its import: this is the one module that runs on import.
if (parentPort) void serve(parentPort, workerData as EngineSettings)
