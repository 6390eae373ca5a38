import { McpUiDisplayModeSchema } from './apps-context.ts'
import { boolean } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, object, optional, record } from './structures.ts'

/** Whether changes of a list are announced. */
export const listChanged = optional(object({ listChanged: optional(boolean()) }))
/** Extensions, by name. */
export const experimental = optional(record(record() as Schema<object>))

/** What a View can do for a host. */
export const McpUiAppCapabilitiesSchema = object({
  /** By name of the extension. */
  experimental,
  /** Present when the View has tools of its own. */
  tools: listChanged,
  availableDisplayModes: optional(array(McpUiDisplayModeSchema)),
})
export type McpUiAppCapabilities = Infer<typeof McpUiAppCapabilitiesSchema>
