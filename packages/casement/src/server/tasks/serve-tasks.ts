import { TASKS_EXTENSION_ID } from '../../protocol/constants.ts'
import { CasementError, INVALID_PARAMS } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { acceptsTasks, type Task } from '../../protocol/tasks/task.ts'
import type { PreparedApp, PreparedTool } from '../app/prepare-app.ts'
import { errorResult, runTool, type Warn } from '../app/run-tool.ts'
import { describeIssues } from '../app/standard-schema.ts'
import { CLIENT_CAPABILITIES_KEY } from '../request-meta.ts'
import { showsApps } from '../ui-capability.ts'
import { createTaskRuns, type TaskRuns } from './task-runs.ts'

/** A request and its context, as SDK v2 passes them to a handler. */
interface TaskRequest {
  readonly params?: Readonly<Record<string, unknown>>
}
interface TaskRequestContext {
  readonly mcpReq: { readonly envelope?: Readonly<Record<string, unknown>> }
  readonly http?: { readonly authInfo?: unknown }
}
type Handler = (request: TaskRequest, context: TaskRequestContext) => unknown

/** The part of the SDK's `Server` that is used. */
interface TaskServer {
  /** Not in the public types. A handler that is set by `setRequestHandler` could return results of one type only. */
  readonly _requestHandlers?: unknown
  registerCapabilities(capabilities: object): void
  setRequestHandler(method: string, schemas: object, handler: Handler): void
}

const MISSING_CAPABILITY = -32021

// One list per app: each request over HTTP has a server of its own.
const runsByApp = new WeakMap<PreparedApp, TaskRuns>()

/** True if a call of this tool becomes a task for a client with these capabilities. */
export const becomesTask = ({ tool }: PreparedTool, capabilities: unknown): boolean =>
  tool.task === true && acceptsTasks(capabilities)

/**
 * Adds the Tasks extension to a server of SDK v2 whose app has tools with `task: true`. Clients that do not accept tasks, and those
 * before MCP 2026-07-28, get the result of the tool as before.
 */
export function serveTasks(server: unknown, prepared: PreparedApp, warn?: Warn): void {
  const tools = prepared.tools.filter(({ tool }) => tool.task)
  if (tools.length === 0 || !isTaskServer(server)) return
  const { _requestHandlers: stored } = server
  const handlers = stored as Map<string, Handler>
  const callTool = handlers.get('tools/call')
  if (!callTool) return
  try {
    server.registerCapabilities({ extensions: { [TASKS_EXTENSION_ID]: {} } })
  } catch {
    return // The capabilities of a connected server are fixed.
  }
  const runs = runsByApp.get(prepared) ?? createTaskRuns()
  runsByApp.set(prepared, runs)

  handlers.set('tools/call', async (request, context) => {
    const { name, arguments: input } = request.params ?? {}
    const tool = tools.find((each) => each.name === name)
    const capabilities = capabilitiesOf(context)
    if (!tool || !becomesTask(tool, capabilities)) return callTool(request, context)
    const validated = tool.input && (await tool.input['~standard'].validate(input ?? {}))
    if (validated?.issues)
      return errorResult(`Input validation error: Invalid arguments for tool ${tool.name}: ${describeIssues(validated.issues)}`)
    const auth = context.http?.authInfo
    const apps = showsApps(capabilities as object)
    const task = runs.start(ownerOf(auth), (taskContext) =>
      runTool(prepared.app, tool, validated ? validated.value : {}, { ...taskContext, auth, apps }, warn),
    )
    return task ? { resultType: 'task', ...task } : callTool(request, context)
  })

  // Several apps may be registered on one server: the first that knows the task responds.
  const respond = (method: string, handle: (owner: string, taskId: unknown) => object): void => {
    const next = handlers.get(method)
    const handler: Handler = async (request, context) => {
      if (!acceptsTasks(capabilitiesOf(context))) throw missingCapability()
      try {
        return { resultType: 'complete', ...handle(ownerOf(context.http?.authInfo), request.params?.['taskId']) }
      } catch (error) {
        if (!next || !CasementError.is(error)) throw toWire(error)
        return next(request, context)
      }
    }
    server.setRequestHandler(method, { params: ANY_PARAMS }, (params, context) =>
      handler({ params: params as Readonly<Record<string, unknown>> }, context),
    )
  }
  respond('tasks/get', (owner, taskId): Task => runs.get(owner, taskId))
  respond('tasks/cancel', (owner, taskId) => {
    runs.cancel(owner, taskId)
    return {}
  })
  // No tool of this server asks for input, so every response is for a request that is not outstanding, and ignored.
  respond('tasks/update', (owner, taskId) => {
    runs.get(owner, taskId)
    return {}
  })
}

function isTaskServer(server: unknown): server is TaskServer {
  const { _requestHandlers: handlers } = (server ?? {}) as TaskServer
  // SDK v1 has no such method, no custom schemas for handlers, and no MCP 2026-07-28.
  return handlers instanceof Map && 'projectCallToolResult' in (server as object)
}

const capabilitiesOf = ({ mcpReq }: TaskRequestContext): unknown => mcpReq.envelope?.[CLIENT_CAPABILITIES_KEY]

/** The user of a task: tokens change, their subject does not. */
function ownerOf(auth: unknown): string {
  if (isRecord(auth) && typeof auth['subject'] === 'string') return JSON.stringify([auth['issuer'], auth['subject']])
  return JSON.stringify(auth) ?? ''
}

const ANY_PARAMS = { '~standard': { version: 1, vendor: 'casement', validate: (value: unknown) => ({ value }) } }

/** An error of the SDK: with a numeric code. */
class TaskError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

const toWire = (error: unknown): unknown =>
  CasementError.is(error) ? new TaskError(error.wire?.code ?? INVALID_PARAMS, error.message) : error

const missingCapability = (): TaskError =>
  new TaskError(MISSING_CAPABILITY, 'Missing required client capability', {
    requiredCapabilities: { extensions: { [TASKS_EXTENSION_ID]: {} } },
  })
