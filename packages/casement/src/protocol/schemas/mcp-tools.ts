import { bareMessage, listRequest, message, named, page, resultBase } from './mcp-base.ts'
import { ContentBlockSchema } from './mcp-content.ts'
import { boolean, literal, number, oneOf, string, unknown } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, looseObject, object, optional, record, normalized } from './structures.ts'

/** Any JSON value. */
export type JSONValue = string | number | boolean | null | { [key: string]: JSONValue } | JSONValue[]

/** What a tool says of its own effects. Hints, never a promise. */
export const ToolAnnotationsSchema = object({
  title: optional(string()),
  readOnlyHint: optional(boolean()),
  destructiveHint: optional(boolean()),
  idempotentHint: optional(boolean()),
  openWorldHint: optional(boolean()),
})
export type ToolAnnotations = Infer<typeof ToolAnnotationsSchema>

/** How a tool may be run. */
export const ToolExecutionSchema = object({ taskSupport: optional(oneOf('required', 'optional', 'forbidden')) })
export type ToolExecution = Infer<typeof ToolExecutionSchema>

/** A tool in a listing. */
export const ToolSchema = object({
  ...named,
  description: optional(string()),
  inputSchema: looseObject({
    type: literal('object'),
    // Only the outside is checked: a JSON Schema can be as deep as its author likes.
    properties: optional(record() as Schema<Record<string, JSONValue>>),
    required: optional(array(string())),
  }),
  outputSchema: optional(looseObject({ $schema: optional(string()) })),
  annotations: optional(ToolAnnotationsSchema),
  execution: optional(ToolExecutionSchema),
  _meta: optional(record()),
})
export type Tool = Infer<typeof ToolSchema>

/** Asks for the tools. */
export const ListToolsRequestSchema = listRequest('tools/list')
export type ListToolsRequest = Infer<typeof ListToolsRequestSchema>
/** A page of tools. */
export const ListToolsResultSchema = looseObject({ ...page, tools: array(ToolSchema) })
export type ListToolsResult = Infer<typeof ListToolsResultSchema>

const task = optional(object({ ttl: optional(number()) }))

/** Runs a tool. */
export const CallToolRequestSchema = message('tools/call', { task, name: string(), arguments: optional(record()) })
export type CallToolRequest = Infer<typeof CallToolRequestSchema>

const content = array(ContentBlockSchema)

/** What a tool returned. `content` may be missing on the wire; `validate` then makes it `[]`. */
export const CallToolResultSchema = looseObject({
  ...resultBase,
  content: normalized(optional(content), (given): Infer<typeof content> => given ?? []),
  structuredContent: optional(unknown()),
  isError: optional(boolean()),
})
export type CallToolResult = Infer<typeof CallToolResultSchema>

/** The tools are no longer what they were. */
export const ToolListChangedNotificationSchema = bareMessage('notifications/tools/list_changed')
export type ToolListChangedNotification = Infer<typeof ToolListChangedNotificationSchema>
