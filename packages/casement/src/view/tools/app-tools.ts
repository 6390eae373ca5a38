import { CasementError, type WireCode } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult, McpUiAppCapabilities, Tool } from '../../protocol/schemas/index.ts'
import type { StandardSchemaV1 } from '../../protocol/standard-schema.ts'
import type { CoreApp } from '../core-app.ts'
import type { RequestExtra } from '../connection/wire.ts'
import { standardJsonSchema, type JsonSchema, type SchemaDescriber } from './json-schema.ts'

/** The output type of a schema. */
export type OutputOf<S extends StandardSchemaV1> = NonNullable<S['~standard']['types']>['output']

/** The result of a tool's callback. */
export type AppToolResult<Out extends StandardSchemaV1 | undefined = undefined> = Out extends StandardSchemaV1
  ? (CallToolResult & { structuredContent: OutputOf<Out>; isError?: false }) | (CallToolResult & { isError: true })
  : CallToolResult

/** The callback of a tool. Without an input schema it receives `extra` only. */
export type AppToolCallback<
  In extends StandardSchemaV1 | undefined = undefined,
  Out extends StandardSchemaV1 | undefined = undefined,
> = In extends StandardSchemaV1
  ? (args: OutputOf<In>, extra: RequestExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: RequestExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>

/** The description of a tool for the host. */
export interface AppToolConfig<In extends StandardSchemaV1 | undefined, Out extends StandardSchemaV1 | undefined> {
  title?: string
  description?: string
  inputSchema?: In
  outputSchema?: Out
  /** Converts schemas whose library cannot convert them to JSON Schema: `describeSchema` of this entry point, or your own. */
  describeSchema?: SchemaDescriber | undefined
  annotations?: Tool['annotations']
  _meta?: Record<string, unknown>
}

/** A registered tool, and the handle to change it. */
export interface RegisteredAppTool extends AppToolConfig<StandardSchemaV1 | undefined, StandardSchemaV1 | undefined> {
  readonly name: string
  enabled: boolean
  enable(): void
  disable(): void
  remove(): void
  update(updates: Partial<Omit<RegisteredAppTool, 'update'>>): void
  /** Validates the arguments, calls the callback and validates its result. */
  handler(...args: unknown[]): Promise<CallToolResult>
}

const INVALID_PARAMS: typeof WireCode.InvalidParams = -32602
const INTERNAL_ERROR: typeof WireCode.InternalError = -32603

type Tools = Map<string, RegisteredAppTool>
type AnyCallback = (...args: unknown[]) => CallToolResult | Promise<CallToolResult>

const NO_INPUT = { type: 'object', properties: {} }

/** The members that the feature adds to an App. */
export interface AppTools {
  /**
   * Offers a tool to the host. Its schemas may come from any library that supports Standard Schema; one that cannot convert them to
   * JSON Schema needs `describeSchema`.
   */
  registerTool<Out extends StandardSchemaV1 | undefined = undefined, In extends StandardSchemaV1 | undefined = undefined>(
    name: string,
    config: AppToolConfig<In, Out>,
    callback: AppToolCallback<In, Out>,
  ): RegisteredAppTool
}

/**
 * Tools of the View that the host, and so the model, can call: `app.registerTool`. The first one declares the capability, so it
 * has to be registered before `connect`, unless `capabilities.tools` was passed to the App.
 */
export function appTools(app: CoreApp): AppTools {
  const tools: Tools = new Map()
  const capabilities: { tools?: McpUiAppCapabilities['tools'] } = app.capabilities
  const notifyChanged = (): void => {
    if (app.getSnapshot().status === 'ready' && capabilities.tools?.listChanged)
      void app.notify('notifications/tools/list_changed', {})
  }
  return {
    registerTool(name, config, callback) {
      if (tools.has(name)) throw registrationError(name, 'this name is already registered')
      if (!capabilities.tools && app.getSnapshot().status !== 'idle')
        throw registrationError(name, 'the View is connected. Register it before connect, or pass capabilities.tools')
      for (const schema of [config.inputSchema, config.outputSchema])
        if (schema && !toJsonSchema(schema, 'input', config)) throw registrationError(name, NO_JSON_SCHEMA)
      capabilities.tools ??= { listChanged: true }
      app.onlisttools ??= () => listTools(tools)
      app.oncalltool ??= (params, extra) => findTool(tools, params).handler(params.arguments, extra)
      const takesArguments = config.inputSchema !== undefined
      const tool: RegisteredAppTool = {
        ...config,
        name,
        enabled: true,
        handler: (...args) => callTool(tool, callback as AnyCallback, takesArguments, args),
        update(updates) {
          Object.assign(tool, updates)
          notifyChanged()
        },
        enable: () => tool.update({ enabled: true }),
        disable: () => tool.update({ enabled: false }),
        remove() {
          if (tools.get(name) !== tool) return // another tool has been registered under this name since
          tools.delete(name)
          notifyChanged()
        },
      }
      tools.set(name, tool)
      notifyChanged()
      return tool
    },
  }
}

const NO_JSON_SCHEMA = 'its schema has no Standard JSON Schema. Add describeSchema of casement/view next to the schema'

const registrationError = (name: string, reason: string): CasementError =>
  new CasementError('INVALID_ARGUMENT', `Could not register the tool "${name}": ${reason}`)

function listTools(tools: Tools): { tools: Tool[] } {
  const enabled = [...tools.values()].filter((tool) => tool.enabled)
  return { tools: enabled.map((tool) => describeTool(tool)) }
}

/** A tool for the wire, with its schemas as JSON Schema. */
function describeTool(tool: RegisteredAppTool): Tool {
  const { inputSchema, outputSchema } = tool
  const description = {
    ...tool,
    enabled: undefined,
    inputSchema: inputSchema ? toJsonSchema(inputSchema, 'input', tool) : NO_INPUT,
    outputSchema: outputSchema && toJsonSchema(outputSchema, 'output', tool),
  }
  // Through JSON, which drops the functions and the undefined members.
  return JSON.parse(JSON.stringify(description)) as Tool
}

const toJsonSchema = (
  schema: StandardSchemaV1,
  direction: 'input' | 'output',
  { describeSchema }: { readonly describeSchema?: SchemaDescriber | undefined },
): JsonSchema | undefined => standardJsonSchema(schema, direction) ?? describeSchema?.(schema)

function findTool(tools: Tools, { name }: { name: unknown }): RegisteredAppTool {
  if (typeof name !== 'string') throw wireError(INVALID_PARAMS, 'tools/call requires the name of a tool')
  const tool = tools.get(name)
  if (!tool) throw wireError(INVALID_PARAMS, `Tool ${name} not found`)
  return tool
}

/**
 * Calls a tool with its arguments and `extra`, or with `extra` only. An exception of its callback is a failed tool call, not a
 * protocol error.
 */
async function callTool(
  { name, enabled, inputSchema, outputSchema }: RegisteredAppTool,
  callback: AnyCallback,
  takesArguments: boolean,
  call: readonly unknown[],
): Promise<CallToolResult> {
  if (!enabled) throw wireError(INVALID_PARAMS, `Tool ${name} is disabled`)
  const [args = {}, extra] = call.length > 1 ? call : [{}, call[0]]
  const input = inputSchema ? await validate(inputSchema, args, INVALID_PARAMS, `Invalid input for tool ${name}`) : args
  let result: CallToolResult
  try {
    result = await (takesArguments ? callback(input, extra) : callback(extra))
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: String(error) }] }
  }
  if (!outputSchema || result.isError) return result
  const { structuredContent } = result
  const failure = `Invalid output for tool ${name}`
  return { ...result, structuredContent: await validate(outputSchema, structuredContent, INTERNAL_ERROR, failure) }
}

async function validate(schema: StandardSchemaV1, value: unknown, code: number, failure: string): Promise<unknown> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return result.value
  const issues = result.issues.map(({ path = [], message }) => [...path.map(pathKey), message].join(': '))
  throw wireError(code, `${failure}: ${issues.join('; ')}`)
}

const pathKey = (segment: unknown): string => String(isRecord(segment) ? segment['key'] : segment)

const wireError = (code: number, message: string): CasementError =>
  new CasementError('INVALID_ARGUMENT', message, { wire: { code } })
