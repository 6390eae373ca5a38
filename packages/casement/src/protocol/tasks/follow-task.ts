import { CasementError, INTERNAL_ERROR, INVALID_PARAMS } from '../errors.ts'
import { isRecord } from '../rpc/message.ts'
import { platform, type Runtime } from '../runtime.ts'
import type { CallToolResult } from '../schemas/index.ts'
import { isFinished, readTask, type Task } from './task.ts'

/** The part of an MCP client that follows tasks: `tasks/get` and `tasks/cancel`. `acceptTasks` of `casement/host` adds it. */
export interface TaskMethods {
  getToolTask?(params: { taskId: string }, options?: { signal?: AbortSignal }): Promise<unknown>
  cancelToolTask?(params: { taskId: string }, options?: { signal?: AbortSignal }): Promise<unknown>
}

/** Options of `followTask`. */
export interface FollowTaskOptions {
  /** Called with each state of the task, the first and the last one included. */
  readonly onchange?: ((task: Task) => void) | undefined
  /** Called after each poll, also if nothing has changed: which shows callers with a timeout that the task goes on. */
  readonly onpoll?: ((task: Task) => void) | undefined
  /** Cancels the task. */
  readonly signal?: AbortSignal | undefined
  /** Ends the polling; the task goes on. */
  readonly detach?: AbortSignal | undefined
  readonly runtime?: Runtime | undefined
}

const DEFAULT_INTERVAL_MS = 1000
const MIN_INTERVAL_MS = 100
const MAX_INTERVAL_MS = 60_000
const MAX_FAILURES = 5

/**
 * Waits for a task and returns its result. It polls as often as the server suggests, and tries again if the server does not respond.
 * Rejects if the task failed, was cancelled or has expired.
 */
export async function followTask(
  client: TaskMethods,
  created: Task,
  { onchange, onpoll, signal, detach, runtime = platform }: FollowTaskOptions = {},
): Promise<CallToolResult> {
  const { taskId } = created
  const signals = [signal, detach].filter((each) => each !== undefined)
  const ended = AbortSignal.any(signals)
  let task = created
  let failures = 0
  try {
    ended.throwIfAborted()
    onchange?.(task)
    while (!isFinished(task)) {
      await pause(Math.min(intervalOf(task) * 2 ** failures, MAX_INTERVAL_MS), runtime, ended)
      try {
        const next = readTask(await client.getToolTask?.({ taskId }, { signal: ended }))
        if (next?.taskId !== taskId) throw new CasementError('REMOTE', 'The server responded to tasks/get without a task')
        failures = 0
        const isNews = JSON.stringify(next) !== JSON.stringify(task)
        task = next
        if (isNews) onchange?.(task)
        onpoll?.(task)
      } catch (error) {
        ended.throwIfAborted()
        if (isFinal(error) || ++failures > MAX_FAILURES) throw error
      }
    }
  } catch (error) {
    // The caller has gone, and the server may go on.
    if (signal?.aborted) client.cancelToolTask?.({ taskId })?.catch(() => {})
    throw error
  }
  return resultOf(task)
}

function resultOf({ status, result, error, statusMessage }: Task): CallToolResult {
  if (status === 'completed' && isRecord(result)) return result as unknown as CallToolResult // the View validates it
  if (status === 'cancelled') throw new CasementError('CLOSED', statusMessage ?? 'The task was cancelled')
  const {
    code = INTERNAL_ERROR,
    message,
    data,
  } = (isRecord(error) ? error : {}) as { code?: number; message?: string; data?: unknown }
  throw new CasementError('REMOTE', message ?? statusMessage ?? 'The task failed', {
    wire: { code, ...(data !== undefined && { data }) },
  })
}

const intervalOf = ({ pollIntervalMs = DEFAULT_INTERVAL_MS }: Task): number =>
  Math.min(Math.max(pollIntervalMs, MIN_INTERVAL_MS), MAX_INTERVAL_MS)

/** Whether the task was not found, which asking again does not change. */
function isFinal(error: unknown): boolean {
  const { code, wire } = (error ?? {}) as { code?: unknown; wire?: { code?: unknown } }
  return (wire?.code ?? code) === INVALID_PARAMS
}

function pause(ms: number, runtime: Runtime, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel()
      reject(signal.reason as Error)
    }
    const cancel = runtime.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}
