import { McpUiDisplayModeSchema } from './apps-context.ts'
import { McpUiResourceCspSchema, McpUiResourcePermissionsSchema } from './apps-metadata.ts'
import { boolean } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, object, optional, record } from './structures.ts'

/** Whether changes of a list are announced. */
const listChanged = optional(object({ listChanged: optional(boolean()) }))
/** Extensions, by name. */
const experimental = optional(record(record() as Schema<object>))

/** What a View can do for a host. */
export const McpUiAppCapabilitiesSchema = object({
  /** By name of the extension. */
  experimental,
  /** Present when the View has tools of its own. */
  tools: listChanged,
  availableDisplayModes: optional(array(McpUiDisplayModeSchema)),
})
export type McpUiAppCapabilities = Infer<typeof McpUiAppCapabilitiesSchema>

const supported = optional(object({}) as Schema<object>)
/** The kinds of content a host takes, where it says so. */
export const McpUiSupportedContentBlockModalitiesSchema = object({
  text: supported,
  image: supported,
  audio: supported,
  resource: supported,
  resourceLink: supported,
  structuredContent: supported,
})
export type McpUiSupportedContentBlockModalities = Infer<typeof McpUiSupportedContentBlockModalitiesSchema>

/** What a host can do for a View. */
export const McpUiHostCapabilitiesSchema = object({
  /** By name of the extension. */
  experimental,
  openLinks: supported,
  downloadFile: supported,
  serverTools: listChanged,
  serverResources: listChanged,
  logging: supported,
  /** What was really granted to this View. */
  sandbox: optional(object({ permissions: optional(McpUiResourcePermissionsSchema), csp: optional(McpUiResourceCspSchema) })),
  updateModelContext: optional(McpUiSupportedContentBlockModalitiesSchema),
  message: optional(McpUiSupportedContentBlockModalitiesSchema),
  sampling: optional(object({ tools: supported })),
})
export type McpUiHostCapabilities = Infer<typeof McpUiHostCapabilitiesSchema>
