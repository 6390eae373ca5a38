import { TASK_KEY, TASKS_EXTENSION_ID } from '../constants.ts'
import { isRecord } from '../rpc/message.ts'

/** The states of a task. The last three are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'

/** A tool call that runs as a task (`io.modelcontextprotocol/tasks`). */
export interface Task {
  readonly taskId: string
  readonly status: TaskStatus
  /** The progress, the reason, or the failure, in words. */
  readonly statusMessage?: string
  /** ISO 8601. */
  readonly createdAt?: string
  readonly lastUpdatedAt?: string
  /** From the creation until the server may forget the task; null for no limit. */
  readonly ttlMs?: number | null
  readonly pollIntervalMs?: number
  /** The requests to the client that the task waits for, by key. */
  readonly inputRequests?: Readonly<Record<string, unknown>>
  /** The result of the tool, once the task is completed. */
  readonly result?: unknown
  /** The JSON-RPC error of a task that failed. */
  readonly error?: unknown
}

/** The request with which a View cancels the task of its tool call. */
export const CANCEL_TASK_METHOD = 'dev.casement/cancel-task'

const STATUSES: ReadonlySet<unknown> = new Set(['working', 'input_required', 'completed', 'failed', 'cancelled'])

/** Reads the task in a result: of `tools/call` if it became a task, or of `tasks/get`. Undefined for every other result. */
export function readTask(result: unknown): Task | undefined {
  if (!isRecord(result)) return undefined
  const { _meta: meta } = result
  const task = isRecord(meta) && isRecord(meta[TASK_KEY]) ? meta[TASK_KEY] : result
  return typeof task['taskId'] === 'string' && STATUSES.has(task['status']) ? (task as unknown as Task) : undefined // the rest is optional
}

/** True for a task that does not change any more. */
export const isFinished = ({ status }: Task): boolean => status !== 'working' && status !== 'input_required'

/** True if the capabilities of a client include tasks. */
export function acceptsTasks(capabilities: unknown): boolean {
  const extensions = isRecord(capabilities) ? capabilities['extensions'] : undefined
  return isRecord(extensions) && isRecord(extensions[TASKS_EXTENSION_ID])
}
