import { bareMessage, listRequest, message, named, page, resultBase } from './mcp-base.ts'
import { ContentBlockSchema } from './mcp-content.ts'
import { boolean, literal, number, oneOf, string, unknown, type SdkValue } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, looseObject, object, optional, record, normalized } from './structures.ts'

/** Hints about the effects of a tool. They are not guaranteed. */
export const ToolAnnotationsSchema = object({
  title: optional(string()),
  readOnlyHint: optional(boolean()),
  destructiveHint: optional(boolean()),
  idempotentHint: optional(boolean()),
  openWorldHint: optional(boolean()),
})
export type ToolAnnotations = Infer<typeof ToolAnnotationsSchema>

/** The execution settings of a tool. */
export const ToolExecutionSchema = object({ taskSupport: optional(oneOf('required', 'optional', 'forbidden')) })
export type ToolExecution = Infer<typeof ToolExecutionSchema>

/** A tool that a server lists. */
export const ToolSchema = object({
  ...named,
  description: optional(string()),
  inputSchema: looseObject({
    type: literal('object'),
    // The schemas of the properties are not validated, because a JSON Schema can be arbitrarily deep.
    properties: optional(record() as Schema<Record<string, SdkValue>>),
    required: optional(array(string())),
  }),
  outputSchema: optional(looseObject({ $schema: optional(string()) }) as Schema<SdkValue>),
  annotations: optional(ToolAnnotationsSchema),
  execution: optional(ToolExecutionSchema),
  _meta: optional(record()),
})
/** A tool of an MCP server or of a View. */
export type Tool = Infer<typeof ToolSchema>

/** Lists the tools of a server. */
export const ListToolsRequestSchema = listRequest('tools/list')
export type ListToolsRequest = Infer<typeof ListToolsRequestSchema>
/** A page of tools. */
export const ListToolsResultSchema = looseObject({ ...page, tools: array(ToolSchema) })
/** A page of tools. */
export type ListToolsResult = Infer<typeof ListToolsResultSchema>

const task = optional(object({ ttl: optional(number()) }))

/** Calls a tool. */
export const CallToolRequestSchema = message('tools/call', { task, name: string(), arguments: optional(record()) })
export type CallToolRequest = Infer<typeof CallToolRequestSchema>

const content = array(ContentBlockSchema)

/** The result of a tool call. If `content` is missing, `validate` adds `[]`. */
export const CallToolResultSchema = looseObject({
  ...resultBase,
  content: normalized(optional(content), (given): Infer<typeof content> => given ?? []),
  structuredContent: optional(unknown() as Schema<SdkValue>),
  isError: optional(boolean()),
})
export type CallToolResult = Infer<typeof CallToolResultSchema>

/** The list of tools has changed. */
export const ToolListChangedNotificationSchema = bareMessage('notifications/tools/list_changed')
export type ToolListChangedNotification = Infer<typeof ToolListChangedNotificationSchema>
