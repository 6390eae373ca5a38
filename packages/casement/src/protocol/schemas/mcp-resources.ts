import { bareMessage, listRequest, message, named, page, resultBase } from './mcp-base.ts'
import { AnnotationsSchema, AnyResourceContentsSchema, ResourceSchema } from './mcp-content.ts'
import { string } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, looseObject, object, optional } from './structures.ts'

/** A URI template for resources. */
export const ResourceTemplateSchema = object({
  ...named,
  uriTemplate: string(),
  description: optional(string()),
  mimeType: optional(string()),
  annotations: optional(AnnotationsSchema),
  _meta: optional(looseObject({})),
})
export type ResourceTemplate = Infer<typeof ResourceTemplateSchema>

/** Lists the resources of a server. */
export const ListResourcesRequestSchema = listRequest('resources/list')
export type ListResourcesRequest = Infer<typeof ListResourcesRequestSchema>
/** A page of resources. */
export const ListResourcesResultSchema = looseObject({ ...page, resources: array(ResourceSchema) })
/** A page of resources. */
export type ListResourcesResult = Infer<typeof ListResourcesResultSchema>

/** Lists the resource templates of a server. */
export const ListResourceTemplatesRequestSchema = listRequest('resources/templates/list')
export type ListResourceTemplatesRequest = Infer<typeof ListResourceTemplatesRequestSchema>
/** A page of resource templates. */
export const ListResourceTemplatesResultSchema = looseObject({ ...page, resourceTemplates: array(ResourceTemplateSchema) })
export type ListResourceTemplatesResult = Infer<typeof ListResourceTemplatesResultSchema>

/** Reads a resource. */
export const ReadResourceRequestSchema = message('resources/read', { uri: string() })
export type ReadResourceRequest = Infer<typeof ReadResourceRequestSchema>
/** The contents of a resource. */
export const ReadResourceResultSchema = looseObject({ ...resultBase, contents: array(AnyResourceContentsSchema) })
/** The contents of a resource. */
export type ReadResourceResult = Infer<typeof ReadResourceResultSchema>

/** Subscribes to the changes of a resource. */
export const SubscribeRequestSchema = message('resources/subscribe', { uri: string() })
export type SubscribeRequest = Infer<typeof SubscribeRequestSchema>
/** Unsubscribes from the changes of a resource. */
export const UnsubscribeRequestSchema = message('resources/unsubscribe', { uri: string() })
export type UnsubscribeRequest = Infer<typeof UnsubscribeRequestSchema>
/** A resource has changed. */
export const ResourceUpdatedNotificationSchema = message('notifications/resources/updated', { uri: string() })
export type ResourceUpdatedNotification = Infer<typeof ResourceUpdatedNotificationSchema>

/** The list of resources has changed. */
export const ResourceListChangedNotificationSchema = bareMessage('notifications/resources/list_changed')
export type ResourceListChangedNotification = Infer<typeof ResourceListChangedNotificationSchema>
