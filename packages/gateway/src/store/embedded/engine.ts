import { Worker } from 'node:worker_threads'
import type { Owner } from '../../security/principal.ts'
import type { SqlValue } from '../sql.ts'
import { isTransient, StoreUnavailable } from '../unavailable.ts'
import { SHUT_DOWN, type EngineMessage, type EngineRequest, type EngineResponse, type EngineSettings } from './engine-messages.ts'
import { explainFailure, type EngineFailure } from './failure.ts'

// Tests run the sources; a thread can only run what was built from them.
const BUILT = new URL(import.meta.url.replace(/\/src\/store\/embedded\/engine\.ts$/, '/dist/store/embedded/engine.js'))
const MAX_PENDING = 10_000
// Creating a cluster computes for seconds, on a busy machine for many.
const OPEN_TIMEOUT = 120_000
const SILENCE_TIMEOUT = 10_000
const SNAPSHOT_TIMEOUT = 10 * 60 * 1000
const SHUT_DOWN_TIMEOUT = 5000
const TERMINATE_TIMEOUT = 2000
const CLOSED: EngineFailure = { kind: 'crash', reason: 'The store was closed.' }

/** The engine did not start. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly failure: EngineFailure

  constructor(failure: EngineFailure) {
    super(failure.reason)
    this.failure = failure
  }
}

/** PostgreSQL in a thread of its own. */
export interface Engine {
  /** Resolves when the statement was executed and, if it was a commit, is durable. */
  execute(text: string, values: readonly SqlValue[], options?: ExecuteOptions): Promise<readonly object[]>
  /** Copies the cluster, as of now, to a folder that does not exist. */
  snapshot(target: string): Promise<void>
  /** Settles when the engine ends without having been asked to. */
  readonly failed: Promise<EngineFailure>
  /** Shuts the cluster down; an engine that does not respond is terminated. */
  close(): Promise<void>
}

/** Runs a statement. */
export interface ExecuteOptions {
  readonly transaction?: number | undefined
  /** The owner whose rows are visible. */
  readonly owner?: Owner | undefined
  /** How long the engine may be silent before it counts as hung, in milliseconds. */
  readonly timeout?: number | undefined
}

interface Pending {
  readonly resolve: (rows: readonly object[]) => void
  readonly reject: (error: Error) => void
  readonly timeout: number
}

/** Starts PostgreSQL in a thread: it would block the process for seconds while it opens. Rejects with an `EngineError`. */
export async function startEngine(settings: EngineSettings, signal?: AbortSignal): Promise<Engine> {
  const worker = new Worker(new URL('./engine-worker.js', BUILT), { workerData: settings })
  const pending = new Map<number, Pending>()
  let isClosing = false
  let ended: EngineFailure | undefined
  let watchdog: NodeJS.Timeout | undefined
  let reportFailure!: (failure: EngineFailure) => void
  const failed = new Promise<EngineFailure>((resolve) => (reportFailure = resolve))
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  const end = (failure: EngineFailure): void => {
    if (ended) return
    ended = failure
    clearTimeout(watchdog)
    for (const { reject } of pending.values()) reject(new StoreUnavailable(failure.reason))
    pending.clear()
    void worker.terminate()
    if (!isClosing) reportFailure(failure)
  }
  /** Restarted by every message while something is pending. */
  const watch = (timeout: number): void => {
    clearTimeout(watchdog)
    watchdog = setTimeout(
      () => end({ kind: 'disk', reason: `The embedded database did not respond for ${timeout / 1000} seconds and was stopped.` }),
      timeout,
    )
  }
  const rewatch = (): void => {
    clearTimeout(watchdog)
    if (pending.size > 0) watch(Math.max(...[...pending.values()].map(({ timeout }) => timeout)))
  }
  const settle = (response: EngineResponse): void => {
    const request = pending.get(response.id)
    pending.delete(response.id)
    if ('rows' in response) return request?.resolve(response.rows)
    const cause = Object.assign(new Error(response.error), { code: response.code })
    if (!isTransient(response.code)) return request?.reject(cause)
    // A disk that fails one statement fails others too: the engine is restarted, and recovers.
    const failure = explainFailure(response.error)
    request?.reject(new StoreUnavailable(failure.reason, { cause }))
    end(failure)
  }

  const opening = new Promise<void>((resolve, reject) => {
    void failed.then((failure) => reject(new EngineError(failure)))
    worker.on('message', (message: EngineMessage) => {
      if (message.type === 'fatal') return end(message.failure)
      if (message.type === 'open') resolve()
      if (message.type === 'group') message.responses.forEach(settle)
      if (!ended) rewatch()
    })
  })
  worker.on('error', (error) => end(explainFailure(error)))
  worker.on('exit', () => end(explainFailure(undefined)))
  const leave = (): void => end(CLOSED)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  watch(OPEN_TIMEOUT)
  try {
    await opening
  } finally {
    signal?.removeEventListener('abort', leave)
  }

  let last = 0
  const send = (request: Omit<EngineRequest, 'id'>, timeout: number): Promise<readonly object[]> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(new StoreUnavailable(ended.reason))
      if (pending.size >= MAX_PENDING)
        return reject(new StoreUnavailable(`${MAX_PENDING} statements are queued for the embedded database.`))
      const id = ++last
      pending.set(id, { resolve, reject, timeout })
      if (pending.size === 1) watch(timeout)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
      worker.postMessage({ id, ...request } satisfies EngineRequest)
    })
  return {
    failed,
    execute: (text, values, { transaction, owner, timeout = SILENCE_TIMEOUT } = {}) =>
      send({ text, values, transaction, owner }, timeout),
    snapshot: async (target) => void (await send({ text: '', values: [], snapshot: target }, SNAPSHOT_TIMEOUT)),
    async close() {
      isClosing = true
      if (!ended) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
        worker.postMessage(SHUT_DOWN)
        await within(exited, SHUT_DOWN_TIMEOUT)
      }
      end(CLOSED)
      // A thread that is stuck in a system call cannot be ended; the process can.
      await within(exited, TERMINATE_TIMEOUT)
      worker.unref()
    },
  }
}

function within(settled: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void settled.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
