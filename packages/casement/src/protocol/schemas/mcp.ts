import { bareMessage, base, message, resultBase } from './mcp-base.ts'
import { AnnotationsSchema, AnyResourceContentsSchema, ContentBlockSchema, ResourceSchema } from './mcp-content.ts'
import { named } from './mcp-names.ts'
import { ToolSchema } from './mcp-tool.ts'
import { boolean, literal, number, string, unknown } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, looseObject, object, optional, record, settled } from './structures.ts'

const task = optional(object({ ttl: optional(number()) }))

// @__NO_SIDE_EFFECTS__
const listRequest = <const M extends string>(method: M) =>
  object({ method: literal(method), params: optional(object({ ...base, cursor: optional(string()) })) })

const page = { ...resultBase, nextCursor: optional(string()) }

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
