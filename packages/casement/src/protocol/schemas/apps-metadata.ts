import { boolean, never, oneOf, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, object, optional } from './structures.ts'

const domains = optional(array(string()))
// Presence is the message. An object leaves room for settings later; `true` is refused, as everywhere.
const granted = optional(object({}) as Schema<object>)

/** The origins a View asks for (R-047 and after). */
export const McpUiResourceCspSchema = object({
  /** Fetch, XHR and WebSocket. */
  connectDomains: domains,
  /** Scripts, styles, images, fonts and media. */
  resourceDomains: domains,
  /** Nested frames. */
  frameDomains: domains,
  /** What `<base>` may point at. */
  baseUriDomains: domains,
})
export type McpUiResourceCsp = Infer<typeof McpUiResourceCspSchema>

/** The browser features a View asks for. */
export const McpUiResourcePermissionsSchema = object({
  camera: granted,
  microphone: granted,
  geolocation: granted,
  clipboardWrite: granted,
})
export type McpUiResourcePermissions = Infer<typeof McpUiResourcePermissionsSchema>

/** `_meta.ui` of a UI resource. */
export const McpUiResourceMetaSchema = object({
  csp: optional(McpUiResourceCspSchema),
  permissions: optional(McpUiResourcePermissionsSchema),
  /** A dedicated origin, in the host's own format. */
  domain: optional(string()),
  /** True asks for a border and background, false for none; left out, the host decides. */
  prefersBorder: optional(boolean()),
})
export type McpUiResourceMeta = Infer<typeof McpUiResourceMetaSchema>

/** Who may see and call a tool. */
export const McpUiToolVisibilitySchema = oneOf('model', 'app')
export type McpUiToolVisibility = Infer<typeof McpUiToolVisibilitySchema>

/** `_meta.ui` of a tool. */
export const McpUiToolMetaSchema = object({
  resourceUri: optional(string()),
  /** Left out, it means both. */
  visibility: optional(array(McpUiToolVisibilitySchema)),
  /** Belongs on the resource. */
  csp: optional(never()),
  /** Belongs on the resource. */
  permissions: optional(never()),
})
export type McpUiToolMeta = Infer<typeof McpUiToolMetaSchema>

/** What an MCP client says of itself under the extension's id. */
export const McpUiClientCapabilitiesSchema = object({ mimeTypes: optional(array(string())) })
export type McpUiClientCapabilities = Infer<typeof McpUiClientCapabilitiesSchema>
