import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import { TASK_KEY } from '../../protocol/constants.ts'
import { CANCEL_TASK_METHOD, readTask, type Task } from '../../protocol/tasks/task.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { MountedApp } from '../mount/mount-app.ts'
import type { MountOptions } from '../mount/options.ts'
import type { McpClientLike } from '../server/client.ts'
import { followTask } from '../../protocol/tasks/follow-task.ts'

/** Follows a task that a View's own call has become. Its states are progress; a View that cancels the call cancels the task. */
export async function followForView(
  client: McpClientLike,
  result: CallToolResult,
  { signal, sendProgress }: HandlerExtra,
): Promise<CallToolResult> {
  const task = readTask(result)
  if (!task) return result
  let progress = 0
  return followTask(client, task, {
    signal,
    onpoll: ({ statusMessage: message }) => sendProgress({ progress: ++progress, ...(message !== undefined && { message }) }),
  })
}

/**
 * Follows the task that the tool call of a mounted View has become. The View sees it as `dev.casement/task` of the host context, and
 * may cancel it. The task outlives the View.
 */
export async function followMountedCall(
  mounted: MountedApp,
  { client, runtime }: MountOptions,
  result: CallToolResult,
): Promise<CallToolResult> {
  const created = readTask(result)
  if (!created) return result
  const cancelled = new AbortController()
  const closed = new AbortController()
  const allowCancel = (bridge: AppBridge): void =>
    void bridge.handle(CANCEL_TASK_METHOD, () => {
      cancelled.abort(new Error('The View cancelled the task'))
      return {}
    })
  if (mounted.bridge) allowCancel(mounted.bridge)
  const stops = [
    mounted.events.on('bridge', allowCancel),
    mounted.events.on('stage', (stage) => stage === 'closed' && closed.abort(new Error('The View was closed'))),
  ]
  try {
    return await followTask(client, created, {
      signal: cancelled.signal,
      detach: closed.signal,
      runtime,
      onchange: (task) => mounted.update({ hostContext: { [TASK_KEY]: describeTask(task) } }),
    })
  } finally {
    for (const stop of stops) stop()
  }
}

/** The fields of a task that a View sees: its result arrives as that of the call, and requests of the server are for the user. */
function describeTask({ taskId, status, statusMessage, createdAt, lastUpdatedAt }: Task): object {
  return { taskId, status, ...(statusMessage !== undefined && { statusMessage }), createdAt, lastUpdatedAt }
}
