import { createHmac } from 'node:crypto'
import { ProtocolError, type Client } from '@modelcontextprotocol/client'
import type { McpClientLike } from 'casement/host'
import { acceptsTasks, followTask, readTask, WireCode, type Task } from 'casement/protocol'
import type { AskResponder } from '../connections/ask-handlers.ts'
import type { Owner } from '../security/principal.ts'
import { createSecret, isSame } from '../security/secret.ts'
import type { Store } from '../store/store.ts'
import type { Asker } from './asker.ts'
import type { Asked } from './forward.ts'
import { passThrough } from './pass-through.ts'

/** A client that follows tasks. */
export type TaskClient = Client & Required<Pick<McpClientLike, 'getToolTask' | 'cancelToolTask'>>

/** The part of the asker that tasks depend on. */
type TaskAsker = Pick<Asker, 'principal' | 'acceptsTasks'>

/** The tasks of one server. */
export interface Tasks {
  /** The result of a call: of one that became a task, the task for a client that accepts tasks, and the task's result for others. */
  finish(asker: TaskAsker, asked: Asked, client: TaskClient, result: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Handles `tasks/get`, `tasks/update` and `tasks/cancel`. A user can name only tasks of their own calls. */
  request(asker: TaskAsker, asked: Asked, client: TaskClient): Promise<Record<string, unknown>>
}

/** The methods of the Tasks extension. */
export const TASK_METHODS: readonly string[] = ['tasks/get', 'tasks/update', 'tasks/cancel']

const MAX_ANSWERED = 1000
const SETTING = 'task-secret'

/** Creates the tasks of a server. `app` is its stable identity, and `respond` puts a request of the server to the user. */
export function createTasks(store: Store, app: string, respond: AskResponder): Tasks {
  let key: Promise<string> | undefined
  const answered = new Set<string>()

  // The id that a client sees is bound to its user: users may share a connection, and the server cannot tell them apart.
  const signatureOf = async ({ tenant, user }: Owner, taskId: string): Promise<string> => {
    key ??= store.settle(SETTING, createSecret())
    const secret = await key.catch((error: unknown) => {
      key = undefined
      throw error
    })
    return createHmac('sha256', secret)
      .update(JSON.stringify([tenant, user, app, taskId]))
      .digest('base64url')
  }
  const seal = async (owner: Owner, taskId: string): Promise<string> =>
    `${Buffer.from(taskId).toString('base64url')}.${await signatureOf(owner, taskId)}`
  const open = async (owner: Owner, sealed: unknown): Promise<string> => {
    const [encoded = '', signature = ''] = String(sealed).split('.')
    const taskId = Buffer.from(encoded, 'base64url').toString()
    if (isSame(signature, await signatureOf(owner, taskId))) return taskId
    throw new ProtocolError(WireCode.InvalidParams, 'The task was not found.')
  }
  const describe = async (owner: Owner, task: Task): Promise<Record<string, unknown>> => ({
    ...task,
    taskId: await seal(owner, task.taskId),
  })

  /** Puts each request of a task to the user once, unless the client answers them itself. */
  const answerInputs = (client: TaskClient, { capabilities }: Asked, { taskId, status, inputRequests }: Task): void => {
    if (status !== 'input_required' || (acceptsTasks(capabilities) && answersItself(capabilities))) return
    for (const [name, request] of Object.entries(inputRequests ?? {})) {
      const id = JSON.stringify([taskId, name])
      if (answered.has(id)) continue
      if (answered.size >= MAX_ANSWERED) answered.clear()
      answered.add(id)
      const { method, params } = (request ?? {}) as { method?: unknown; params?: object }
      respond(String(method), params ?? {}, new AbortController().signal)
        .then((response) =>
          client.request({ method: 'tasks/update', params: { taskId, inputResponses: { [name]: response } } }, passThrough),
        )
        // The task waits, and the request is put to the user again with the next poll.
        .catch(() => answered.delete(id))
    }
  }

  return {
    async finish({ principal: owner, acceptsTasks: isFollowing }, asked, client, result) {
      const task = readTask(result)
      if (!task) return result
      if (isFollowing || acceptsTasks(asked.capabilities)) return { resultType: 'task', ...(await describe(owner, task)) }
      let progress = 0
      const finished = await followTask(client, task, {
        signal: asked.signal,
        onpoll(next) {
          answerInputs(client, asked, next)
          const { statusMessage: message } = next
          asked.onprogress?.({ progress: ++progress, ...(message !== undefined && { message }) })
        },
      })
      return { ...finished }
    },
    async request({ principal: owner }, asked, client) {
      const { method, params, signal } = asked
      const taskId = await open(owner, params['taskId'])
      const result = await client.request({ method, params: { ...params, taskId } }, passThrough, { signal })
      const task = method === 'tasks/get' ? readTask(result) : undefined
      if (!task) return result
      answerInputs(client, asked, task)
      return describe(owner, task)
    },
  }
}

const answersItself = (capabilities: object | undefined): boolean =>
  capabilities !== undefined && ('elicitation' in capabilities || 'sampling' in capabilities)
