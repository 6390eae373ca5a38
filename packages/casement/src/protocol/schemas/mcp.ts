import { AnnotationsSchema, AnyResourceContentsSchema, ContentBlockSchema, named, ResourceSchema } from './mcp-content.ts'
import { boolean, integer, literal, number, oneOf, string, unknown } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, looseObject, object, optional, record, settled, union, type Shape } from './structures.ts'

/** Any JSON value. */
export type JSONValue = string | number | boolean | null | { [key: string]: JSONValue } | JSONValue[]

/** The id of a JSON-RPC request. */
export const RequestIdSchema = union(string(), integer())
export type RequestId = Infer<typeof RequestIdSchema>

/** What ties progress to the request that asked for it. */
export const ProgressTokenSchema = union(string(), integer())
export type ProgressToken = Infer<typeof ProgressTokenSchema>

/** The `_meta` of a request. */
export const RequestMetaSchema = looseObject({
  progressToken: optional(ProgressTokenSchema),
  'io.modelcontextprotocol/related-task': optional(object({ taskId: string() })),
})
export type RequestMeta = Infer<typeof RequestMetaSchema>

/** What the params of every request and notification may carry. */
export const base = { _meta: optional(RequestMetaSchema) }
/** What every result may carry. */
export const resultBase = { _meta: optional(looseObject({})) }

const task = optional(object({ ttl: optional(number()) }))

// @__NO_SIDE_EFFECTS__
const message = <const M extends string, const P extends Shape>(method: M, params: P) =>
  object({ method: literal(method), params: object({ ...base, ...params }) })

// @__NO_SIDE_EFFECTS__
const bareMessage = <const M extends string>(method: M) => object({ method: literal(method), params: optional(object(base)) })

// @__NO_SIDE_EFFECTS__
const listRequest = <const M extends string>(method: M) =>
  object({ method: literal(method), params: optional(object({ ...base, cursor: optional(string()) })) })

const page = { ...resultBase, nextCursor: optional(string()) }

/** A result that says only that it worked. */
export const EmptyResultSchema = object(resultBase)
export type EmptyResult = Infer<typeof EmptyResultSchema>

/** Are you there? */
export const PingRequestSchema = bareMessage('ping')
export type PingRequest = Infer<typeof PingRequestSchema>

/** The sender no longer waits for a request. */
export const CancelledNotificationSchema = message('notifications/cancelled', {
  requestId: optional(RequestIdSchema),
  reason: optional(string()),
})
export type CancelledNotification = Infer<typeof CancelledNotificationSchema>

/** How far a request has come. */
export const ProgressNotificationSchema = message('notifications/progress', {
  progressToken: ProgressTokenSchema,
  progress: number(),
  total: optional(number()),
  message: optional(string()),
})
export type ProgressNotification = Infer<typeof ProgressNotificationSchema>

/** How bad a log entry is, mildest first. */
export const LoggingLevelSchema = oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency')
export type LoggingLevel = Infer<typeof LoggingLevelSchema>

/** A log entry. */
export const LoggingMessageNotificationSchema = message('notifications/message', {
  level: LoggingLevelSchema,
  logger: optional(string()),
  data: unknown(),
})
export type LoggingMessageNotification = Infer<typeof LoggingMessageNotificationSchema>

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

/** Runs a tool. */
export const CallToolRequestSchema = message('tools/call', { task, name: string(), arguments: optional(record()) })
export type CallToolRequest = Infer<typeof CallToolRequestSchema>

const content = array(ContentBlockSchema)

/** What a tool returned. `content` may be missing on the wire; `validate` then makes it `[]`. */
export const CallToolResultSchema = looseObject({
  ...resultBase,
  content: settled(optional(content), (given): Infer<typeof content> => given ?? []),
  structuredContent: optional(unknown()),
  isError: optional(boolean()),
})
export type CallToolResult = Infer<typeof CallToolResultSchema>

/** The tools are no longer what they were. */
export const ToolListChangedNotificationSchema = bareMessage('notifications/tools/list_changed')
export type ToolListChangedNotification = Infer<typeof ToolListChangedNotificationSchema>

/** A family of resources, by URI template. */
export const ResourceTemplateSchema = object({
  ...named,
  uriTemplate: string(),
  description: optional(string()),
  mimeType: optional(string()),
  annotations: optional(AnnotationsSchema),
  _meta: optional(looseObject({})),
})
export type ResourceTemplate = Infer<typeof ResourceTemplateSchema>

/** Asks for the resources. */
export const ListResourcesRequestSchema = listRequest('resources/list')
export type ListResourcesRequest = Infer<typeof ListResourcesRequestSchema>
/** A page of resources. */
export const ListResourcesResultSchema = looseObject({ ...page, resources: array(ResourceSchema) })
export type ListResourcesResult = Infer<typeof ListResourcesResultSchema>

/** Asks for the resource templates. */
export const ListResourceTemplatesRequestSchema = listRequest('resources/templates/list')
export type ListResourceTemplatesRequest = Infer<typeof ListResourceTemplatesRequestSchema>
/** A page of resource templates. */
export const ListResourceTemplatesResultSchema = looseObject({ ...page, resourceTemplates: array(ResourceTemplateSchema) })
export type ListResourceTemplatesResult = Infer<typeof ListResourceTemplatesResultSchema>

/** Reads a resource. */
export const ReadResourceRequestSchema = message('resources/read', { uri: string() })
export type ReadResourceRequest = Infer<typeof ReadResourceRequestSchema>
/** What a resource holds. */
export const ReadResourceResultSchema = looseObject({ ...resultBase, contents: array(AnyResourceContentsSchema) })
export type ReadResourceResult = Infer<typeof ReadResourceResultSchema>

/** Asks to hear when a resource changes. */
export const SubscribeRequestSchema = message('resources/subscribe', { uri: string() })
export type SubscribeRequest = Infer<typeof SubscribeRequestSchema>
/** Takes that back. */
export const UnsubscribeRequestSchema = message('resources/unsubscribe', { uri: string() })
export type UnsubscribeRequest = Infer<typeof UnsubscribeRequestSchema>
/** A resource changed. */
export const ResourceUpdatedNotificationSchema = message('notifications/resources/updated', { uri: string() })
export type ResourceUpdatedNotification = Infer<typeof ResourceUpdatedNotificationSchema>

/** The resources are no longer what they were. */
export const ResourceListChangedNotificationSchema = bareMessage('notifications/resources/list_changed')
export type ResourceListChangedNotification = Infer<typeof ResourceListChangedNotificationSchema>

/** One argument of a prompt. */
export const PromptArgumentSchema = object({ name: string(), description: optional(string()), required: optional(boolean()) })
export type PromptArgument = Infer<typeof PromptArgumentSchema>

/** A prompt in a listing. */
export const PromptSchema = object({
  ...named,
  description: optional(string()),
  arguments: optional(array(PromptArgumentSchema)),
  _meta: optional(looseObject({})),
})
export type Prompt = Infer<typeof PromptSchema>

/** Asks for the prompts. */
export const ListPromptsRequestSchema = listRequest('prompts/list')
export type ListPromptsRequest = Infer<typeof ListPromptsRequestSchema>
/** A page of prompts. */
export const ListPromptsResultSchema = looseObject({ ...page, prompts: array(PromptSchema) })
export type ListPromptsResult = Infer<typeof ListPromptsResultSchema>

/** The prompts are no longer what they were. */
export const PromptListChangedNotificationSchema = bareMessage('notifications/prompts/list_changed')
export type PromptListChangedNotification = Infer<typeof PromptListChangedNotificationSchema>
