import { CasementError, WireCode } from '../protocol/errors.ts'
import type { HandlerExtra } from '../protocol/peer.ts'
import type { CallToolResult, Tool } from '../protocol/schemas/index.ts'

/** The part of Standard Schema that is used: what validates, and what its types are. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<{ readonly message: string; readonly path?: readonly unknown[] | undefined }> }

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
  ? (args: OutputOf<In>, extra: HandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>
  : (extra: HandlerExtra) => AppToolResult<Out> | Promise<AppToolResult<Out>>

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
  enabled: boolean
  enable(): void
  disable(): void
  remove(): void
  update(updates: Partial<Omit<RegisteredAppTool, 'update'>>): void
  handler(args: unknown, extra: HandlerExtra): unknown
}

/** The tools of one App, by name. */
export type ToolBox = Map<string, RegisteredAppTool>

/** Adds a tool. `changed` hears of this and of every later change. */
export function addTool(
  tools: ToolBox,
  name: string,
  config: AppToolConfig<StandardSchemaV1 | undefined, StandardSchemaV1 | undefined>,
  run: (...args: never[]) => unknown,
  changed: () => void,
): RegisteredAppTool {
  if (tools.has(name)) throw new CasementError('INVALID_ARGUMENT', `registerTool: there is a tool "${name}" already`)
  const update = (updates: Partial<RegisteredAppTool>): void => {
    Object.assign(tool, updates)
    changed()
  }
  const tool: RegisteredAppTool = {
    ...config,
    enabled: true,
    update,
    enable: () => update({ enabled: true }),
    disable: () => update({ enabled: false }),
    remove() {
      tools.delete(name)
      changed()
    },
    handler: (...args) => run(...((config.inputSchema ? args : args.slice(1)) as never[])),
  }
  tools.set(name, tool)
  changed()
  return tool
}

/** Answers `tools/list`: the enabled tools, with their schemas as JSON Schema where their library can say it. */
export function listTools(tools: ToolBox): { tools: Tool[] } {
  const list: object[] = []
  for (const [name, { enabled, inputSchema, outputSchema, title, description, annotations, _meta }] of tools) {
    const described = { name, title, description, annotations, _meta, inputSchema: jsonSchema(inputSchema, 'input') }
    if (enabled) list.push(outputSchema ? { ...described, outputSchema: jsonSchema(outputSchema, 'output') } : described)
  }
  return { tools: list as Tool[] }
}

/** Answers `tools/call`. What the callback throws is the tool's failure, not the protocol's. */
export async function callTool(
  tools: ToolBox,
  { name, arguments: args = {} }: { name: string; arguments?: unknown },
  extra: HandlerExtra,
): Promise<CallToolResult> {
  const tool = tools.get(name)
  if (!tool?.enabled) throw refusal(WireCode.InvalidParams, `No tool "${name}"`)
  const input = await validate(tool.inputSchema, args, WireCode.InvalidParams, `Invalid arguments for ${name}`)
  let result: CallToolResult
  try {
    result = (await tool.handler(input, extra)) as CallToolResult
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: String(error) }] }
  }
  if (result.isError || !tool.outputSchema) return result
  const structuredContent = await validate(
    tool.outputSchema,
    result.structuredContent,
    WireCode.InternalError,
    `Invalid result of ${name}`,
  )
  return { ...result, structuredContent } as CallToolResult
}

const refusal = (code: number, message: string): CasementError =>
  new CasementError('INVALID_ARGUMENT', message, { wire: { code } })

async function validate(schema: StandardSchemaV1 | undefined, value: unknown, code: number, what: string): Promise<unknown> {
  if (!schema) return value
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return result.value
  throw refusal(code, `${what}: ${result.issues.map(({ path = [], message }) => `${path.join('.')} ${message}`).join('; ')}`)
}

interface WithJsonSchema {
  jsonSchema?: Record<'input' | 'output', (options: { target: string }) => object>
}

function jsonSchema(schema: StandardSchemaV1 | undefined, side: 'input' | 'output'): object {
  const { jsonSchema: convert } = (schema?.['~standard'] ?? {}) as WithJsonSchema
  return convert?.[side]({ target: 'draft-2020-12' }) ?? { type: 'object', ...(schema ? {} : { properties: {} }) }
}
