import { McpUiDisplayModeSchema } from './apps-context.ts'
import { McpUiResourceCspSchema, McpUiResourcePermissionsSchema } from './apps-metadata.ts'
import { boolean } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, object, optional, record } from './structures.ts'

const listChanged = optional(object({ listChanged: optional(boolean()) }))
const experimental = optional(record(record() as Schema<object>))

/** The capabilities of a View. */
export const McpUiAppCapabilitiesSchema = object({
  /** Extensions, by name. */
  experimental,
  /** Present if the View has tools. */
  tools: listChanged,
  availableDisplayModes: optional(array(McpUiDisplayModeSchema)),
})
export type McpUiAppCapabilities = Infer<typeof McpUiAppCapabilitiesSchema>

const supported = optional(object({}) as Schema<object>)
/** The kinds of content that a host accepts. */
export const McpUiSupportedContentBlockModalitiesSchema = object({
  text: supported,
  image: supported,
  audio: supported,
  resource: supported,
  resourceLink: supported,
  structuredContent: supported,
})
export type McpUiSupportedContentBlockModalities = Infer<typeof McpUiSupportedContentBlockModalitiesSchema>

/** The capabilities of a host. */
export const McpUiHostCapabilitiesSchema = object({
  /** Extensions, by name. */
  experimental,
  openLinks: supported,
  downloadFile: supported,
  serverTools: listChanged,
  serverResources: listChanged,
  logging: supported,
  /** The permissions and origins that are in effect for this View. */
  sandbox: optional(object({ permissions: optional(McpUiResourcePermissionsSchema), csp: optional(McpUiResourceCspSchema) })),
  updateModelContext: optional(McpUiSupportedContentBlockModalitiesSchema),
  message: optional(McpUiSupportedContentBlockModalitiesSchema),
  sampling: optional(object({ tools: supported })),
})
export type McpUiHostCapabilities = Infer<typeof McpUiHostCapabilitiesSchema>
