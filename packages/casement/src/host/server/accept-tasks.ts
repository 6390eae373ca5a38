import { isRecord } from '../../protocol/rpc/message.ts'
import { TASK_KEY } from '../../protocol/constants.ts'
import type { ClientRequestOptions, McpClientLike } from './client.ts'

/** The part of a client of SDK v2 that sends requests of extensions. */
interface RequestingClient {
  request(request: never, schema: never, options?: never): Promise<unknown>
}

/** The part of a transport of the MCP SDK that receives messages. */
interface ReceivingTransport {
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

type TaskMethods = Pick<McpClientLike, 'getToolTask' | 'cancelToolTask'>

/**
 * Lets a connected client of SDK v2 follow tasks, which the SDK does not support: `callTool` then returns a task in the `_meta` of an
 * empty result, and the client gets the methods `getToolTask` and `cancelToolTask`. The client must have the capability
 * `extensions: { [TASKS_EXTENSION_ID]: {} }`.
 */
export function acceptTasks<C extends RequestingClient>(client: C, transport: ReceivingTransport): C & Required<TaskMethods> {
  const deliver = transport.onmessage as ((message: unknown, extra: unknown) => void) | undefined
  const receive = (message: unknown, extra: unknown): void => deliver?.(withoutTask(message), extra)
  transport.onmessage = receive
  const send =
    (method: string) =>
    (params: object, options?: ClientRequestOptions): Promise<unknown> =>
      // The SDK's types know no extensions.
      client.request({ method, params } as never, ANY_RESULT as never, options as never)
  return Object.assign(client, { getToolTask: send('tasks/get'), cancelToolTask: send('tasks/cancel') })
}

/** The SDK rejects results of a type that it does not know. */
function withoutTask(message: unknown): unknown {
  if (!isRecord(message) || !isRecord(message['result']) || message['result']['resultType'] !== 'task') return message
  const { resultType: _type, _meta: meta, ...task } = message['result']
  const result = { resultType: 'complete', content: [], _meta: { ...(isRecord(meta) && meta), [TASK_KEY]: task } }
  return { ...message, result }
}

const ANY_RESULT = { '~standard': { version: 1, vendor: 'casement', validate: (value: unknown) => ({ value }) } }
