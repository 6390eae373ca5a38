import { CasementError, type WireCode } from '../../protocol/errors.ts'
import type { CallToolResult, McpUiAppCapabilities, Tool } from '../../protocol/schemas/index.ts'
import type { StandardSchemaV1 } from '../../protocol/standard-schema.ts'
import type { CoreApp } from '../core-app.ts'
import type { RequestExtra } from '../connection/wire.ts'

/** What a schema turns a value into. */
export type OutputOf<S extends StandardSchemaV1> = NonNullable<S['~standard']['types']>['output']

/** What a tool's callback may return. */
export type AppToolResult<Out extends StandardSchemaV1 | undefined = undefined> = Out extends StandardSchemaV1
  ? (CallToolResult & { structuredContent: OutputOf<Out>; isError?: false }) | (CallToolResult & { isError: true })
  : CallToolResult

/** What runs when the host calls a tool. Without an input schema it is told `extra` only. */
export type AppToolCallback<
  In extends StandardSchemaV1 | undefined = undefined,
  Out extends StandardSchemaV1 | undefined = undefined,
> = In extends StandardSchemaV1
  ? (args: OutputOf<In>, extra: RequestExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: RequestExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>

/** How a tool is described to the host. */
export interface AppToolConfig<In extends StandardSchemaV1 | undefined, Out extends StandardSchemaV1 | undefined> {
  title?: string
  description?: string
  inputSchema?: In
  outputSchema?: Out
  annotations?: Tool['annotations']
  _meta?: Record<string, unknown>
}

/** A tool the View offers, and the handle to change it. */
export interface RegisteredAppTool extends AppToolConfig<StandardSchemaV1 | undefined, StandardSchemaV1 | undefined> {
  readonly name: string
  enabled: boolean
  enable(): void
  disable(): void
  remove(): void
  update(updates: Partial<Omit<RegisteredAppTool, 'update'>>): void
  handler(...args: unknown[]): CallToolResult | Promise<CallToolResult>
}

const INVALID_PARAMS: typeof WireCode.InvalidParams = -32602
const INTERNAL_ERROR: typeof WireCode.InternalError = -32603

type ToolBox = Map<string, RegisteredAppTool>
type ToolCall = { name: string; arguments?: unknown }

const NO_INPUT = { type: 'object', properties: {} }

/** What the feature adds to an App. */
export interface AppTools {
  /** Offers a tool to the host. Its schemas may come from any library that speaks Standard Schema. */
  registerTool<Out extends StandardSchemaV1 | undefined = undefined, In extends StandardSchemaV1 | undefined = undefined>(
    name: string,
    config: AppToolConfig<In, Out>,
    run: AppToolCallback<In, Out>,
  ): RegisteredAppTool
}

/**
 * Tools that the host, and so the model, can call in the View: `app.registerTool`. The first one declares the capability, so
 * it has to be registered before `connect`, or `capabilities.tools` be passed to the App.
 */
export function appTools(app: CoreApp): AppTools {
  const tools: ToolBox = new Map()
  const { capabilities } = app
  const declared: { tools?: McpUiAppCapabilities['tools'] } = capabilities
  const changed = (): void => {
    if (app.getSnapshot().status === 'ready' && capabilities.tools?.listChanged) void app.sendToolListChanged()
  }
  return {
    registerTool(name, config, handler) {
      if (tools.has(name)) throw new CasementError('INVALID_ARGUMENT', `registerTool: ${name} exists`)
      if (!capabilities.tools && app.getSnapshot().status !== 'idle')
        throw new CasementError('INVALID_ARGUMENT', 'registerTool: too late, declare capabilities.tools')
      declared.tools ??= { listChanged: true }
      app.onlisttools ??= () => listTools(tools)
      app.oncalltool ??= (params, extra) => callTool(tools, params, extra)
      const tool: RegisteredAppTool = {
        ...config,
        name,
        enabled: true,
        handler,
        update(updates) {
          Object.assign(tool, updates)
          changed()
        },
        enable: () => tool.update({ enabled: true }),
        disable: () => tool.update({ enabled: false }),
        remove() {
          tools.delete(name)
          changed()
        },
      }
      tools.set(name, tool)
      changed()
      return tool
    },
  }
}

/** The enabled tools, with their schemas as JSON Schema where their library can say it. */
const listTools = (tools: ToolBox): { tools: Tool[] } => ({
  tools: [...tools.values()]
    .filter((tool) => tool.enabled)
    // JSON leaves out what has no place on the wire: functions, and members that are undefined.
    .map((tool) =>
      JSON.parse(
        JSON.stringify({ inputSchema: NO_INPUT, ...tool, enabled: undefined }, (key, value: unknown) => toJsonSchema(key, value)),
      ),
    ),
})

// The names of the two members are those of the two directions.
function toJsonSchema(key: string, value: unknown): unknown {
  const standard = (value as StandardSchemaV1 | undefined)?.['~standard'] as WithJsonSchema | undefined
  return standard
    ? (standard.jsonSchema?.[key.slice(0, -6) as 'input']({ target: 'draft-2020-12' }) ?? { type: 'object' })
    : value
}

interface WithJsonSchema {
  jsonSchema?: Record<'input' | 'output', (options: { target: string }) => object>
}

/** Calls a tool. What its callback throws is the tool's failure, not the protocol's. */
async function callTool(tools: ToolBox, { name, arguments: args = {} }: ToolCall, extra: RequestExtra): Promise<CallToolResult> {
  const tool = tools.get(name)
  if (!tool?.enabled) throw refusal(INVALID_PARAMS, `no tool ${name}`)
  const { inputSchema, outputSchema } = tool
  const input = await check(inputSchema, args, INVALID_PARAMS)
  let result: CallToolResult
  try {
    result = await (inputSchema ? tool.handler(input, extra) : tool.handler(extra))
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: String(error) }] }
  }
  if (!outputSchema || result.isError) return result
  return { ...result, structuredContent: await check(outputSchema, result.structuredContent, INTERNAL_ERROR) }
}

const refusal = (code: number, message: string): CasementError =>
  new CasementError('INVALID_ARGUMENT', message, { wire: { code } })

async function check(schema: StandardSchemaV1 | undefined, value: unknown, code: number): Promise<unknown> {
  const result = (await schema?.['~standard'].validate(value)) ?? { value }
  if (!result.issues) return result.value
  throw refusal(code, result.issues.map(({ path, message }) => `${String(path ?? '')} ${message}`).join('; '))
}
