import { CasementError, INVALID_PARAMS } from '../../protocol/errors.ts'
import type { Task } from '../../protocol/tasks/task.ts'
import { isFinished } from '../../protocol/tasks/task.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { ToolContext } from '../app/tool.ts'

const POLL_INTERVAL_MS = 1000
/** Results are kept this long. */
const KEPT_MS = 60 * 60_000
const MAX_TASKS = 1000

/** The part of a tool's context that belongs to a task: the request that created it has ended. */
export type TaskContext = Pick<ToolContext, 'signal' | 'progress'>

/** The tool calls of this process that run as tasks. Only the owner of a task can see it. */
export interface TaskRuns {
  /** Starts a task. Undefined if too many are running: then the call is not made a task. */
  start(owner: string, run: (context: TaskContext) => Promise<CallToolResult>): Task | undefined
  /** Throws if the owner has no such task. */
  get(owner: string, taskId: unknown): Task
  /** Aborts the signal of the tool. A finished task stays as it is. */
  cancel(owner: string, taskId: unknown): void
}

interface TaskRun {
  readonly owner: string
  readonly abort: AbortController
  task: Task
  endedAt?: number
}

/** Creates an empty list of tasks. */
export function createTaskRuns(now: () => number = Date.now): TaskRuns {
  const runs = new Map<string, TaskRun>()

  const makeRoom = (): boolean => {
    const finished = [...runs].filter(([, { task }]) => isFinished(task))
    for (const [id, { endedAt = 0 }] of finished) if (now() - endedAt > KEPT_MS) runs.delete(id)
    const [oldest] = finished
    if (runs.size >= MAX_TASKS && oldest) runs.delete(oldest[0])
    return runs.size < MAX_TASKS
  }
  const find = (owner: string, taskId: unknown): TaskRun => {
    const run = runs.get(String(taskId))
    if (run?.owner === owner) return run
    const message = `There is no task ${JSON.stringify(taskId)}. It may have expired: results are kept for an hour`
    throw new CasementError('REMOTE', message, { wire: { code: INVALID_PARAMS } })
  }
  const update = (run: TaskRun, changes: Partial<Task>): void => {
    if (isFinished(run.task)) return
    const time = now()
    run.task = { ...run.task, ...changes, lastUpdatedAt: new Date(time).toISOString() }
    if (!isFinished(run.task)) return
    run.endedAt = time
    run.task = { ...run.task, ttlMs: time - Date.parse(run.task.createdAt ?? '') + KEPT_MS }
  }

  return {
    start(owner, work) {
      if (!makeRoom()) return undefined
      const createdAt = new Date(now()).toISOString()
      const abort = new AbortController()
      const run: TaskRun = {
        owner,
        abort,
        task: {
          taskId: crypto.randomUUID(),
          status: 'working',
          createdAt,
          lastUpdatedAt: createdAt,
          ttlMs: null,
          pollIntervalMs: POLL_INTERVAL_MS,
        },
      }
      runs.set(run.task.taskId, run)
      const progress: ToolContext['progress'] = async (value, total, message) => {
        const share = total === undefined ? `${value}` : `${value} of ${total}`
        update(run, { statusMessage: message ?? share })
      }
      work({ signal: abort.signal, progress }).then(
        (result) => update(run, { status: 'completed', result }),
        (error: unknown) =>
          update(run, {
            status: 'failed',
            statusMessage: String(error),
            error: { code: -32603, message: error instanceof Error ? error.message : String(error) },
          }),
      )
      return run.task
    },
    get: (owner, taskId) => find(owner, taskId).task,
    cancel(owner, taskId) {
      const run = find(owner, taskId)
      update(run, { status: 'cancelled', statusMessage: 'The client cancelled the task' })
      run.abort.abort(new CasementError('CLOSED', 'The client cancelled the task'))
    },
  }
}
