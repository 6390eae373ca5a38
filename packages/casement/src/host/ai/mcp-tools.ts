import { isRecord } from '../../protocol/rpc/message.ts'
import type { CallToolResult, Tool } from '../../protocol/schemas/index.ts'
import { callTool, type McpClientLike } from '../server/client.ts'
import { readChatBody, type ChatAppsBody } from './chat-body.ts'
import { listModelTools } from './list-tools.ts'
import { toModelOutput, type ModelOutput } from './model-output.ts'

/** A JSON Schema in the form that the AI SDK takes from any library: a Standard Schema that converts itself. */
export interface AiSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: unknown }
    readonly jsonSchema: { readonly input: () => Record<string, unknown>; readonly output: () => Record<string, unknown> }
  }
}

/** A tool for `streamText` and the other functions of the AI SDK, version 6 or 7. */
export interface AiTool {
  readonly type: 'dynamic'
  description?: string
  title?: string
  inputSchema: AiSchema
  execute?: (input: unknown, options: { abortSignal?: AbortSignal | undefined }) => Promise<CallToolResult>
  toModelOutput: (options: { output: unknown }) => ModelOutput
}

/** Options of `mcpTools`. */
export interface McpToolsOptions {
  /** A prefix for the names of the tools, if the chat has several servers. Pass the same to `createChatApps`. */
  readonly prefix?: string
  /** The `apps` of the request body, as `createChatApps` sends it: adds the tools of open Views, which the page runs. */
  readonly apps?: ChatAppsBody | undefined
  /** Milliseconds that a tool may take without progress. Default: that of the client. */
  readonly timeout?: number
}

/**
 * The tools of an MCP client as tools of the AI SDK: those that the model may see, under names that model providers accept. The output of
 * a call is the whole result, which the chat's page passes to the View; the model reads only its `content`.
 */
export async function mcpTools(client: McpClientLike, options: McpToolsOptions = {}): Promise<Record<string, AiTool>> {
  const { prefix, timeout } = options
  const listed = await listModelTools(client, prefix)
  const tools = new Map<string, AiTool>()
  // Tools of Views come first, so that none of them can replace a tool of the server.
  for (const tool of readChatBody(options.apps).tools) tools.set(tool.name, describe(tool))
  for (const [name, tool] of listed)
    tools.set(name, {
      ...describe(tool),
      execute: (input, { abortSignal }) =>
        callTool(
          client,
          { name: tool.name, ...(isRecord(input) && { arguments: input }) },
          {
            ...(abortSignal && { signal: abortSignal }),
            ...(timeout !== undefined && { timeout, resetTimeoutOnProgress: true }),
          },
        ),
    })
  return Object.fromEntries(tools)
}

function describe({ title, description, inputSchema }: Pick<Tool, 'title' | 'description' | 'inputSchema'>): AiTool {
  return {
    type: 'dynamic',
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    inputSchema: toAiSchema(inputSchema),
    toModelOutput: ({ output }) => toModelOutput(output),
  }
}

/** The server validates the arguments, and its message tells the model what is wrong. */
function toAiSchema(schema: Record<string, unknown>): AiSchema {
  // The AI SDK adds keywords to the schema that it gets.
  const copy = (): Record<string, unknown> => structuredClone(schema)
  return {
    '~standard': { version: 1, vendor: 'casement', validate: (value) => ({ value }), jsonSchema: { input: copy, output: copy } },
  }
}
