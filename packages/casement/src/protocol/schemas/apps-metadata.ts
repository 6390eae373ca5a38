import { boolean, never, oneOf, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, object, optional } from './structures.ts'

const domains = optional(array(string()))
// The presence of the member is the request. It must be an object; `true` is invalid.
const requested = optional(object({}) as Schema<object>)

/** The origins that a View requests (R-047 and after). */
export const McpUiResourceCspSchema = object({
  /** Fetch, XHR and WebSocket. */
  connectDomains: domains,
  /** Scripts, styles, images, fonts and media. */
  resourceDomains: domains,
  /** Nested frames. */
  frameDomains: domains,
  /** Allowed targets of `<base>`. */
  baseUriDomains: domains,
})
export type McpUiResourceCsp = Infer<typeof McpUiResourceCspSchema>

/** The browser features that a View requests. */
export const McpUiResourcePermissionsSchema = object({
  camera: requested,
  microphone: requested,
  geolocation: requested,
  clipboardWrite: requested,
})
export type McpUiResourcePermissions = Infer<typeof McpUiResourcePermissionsSchema>

/** `_meta.ui` of a UI resource. */
export const McpUiResourceMetaSchema = object({
  csp: optional(McpUiResourceCspSchema),
  permissions: optional(McpUiResourcePermissionsSchema),
  /** A dedicated origin, in the host's own format. */
  domain: optional(string()),
  /** True requests a border and background, false requests none. By default the host decides. */
  prefersBorder: optional(boolean()),
})
export type McpUiResourceMeta = Infer<typeof McpUiResourceMetaSchema>

/** The audience of a tool: the model, or the Views of its server. */
export const McpUiToolVisibilitySchema = oneOf('model', 'app')
export type McpUiToolVisibility = Infer<typeof McpUiToolVisibilitySchema>

/** `_meta.ui` of a tool. */
export const McpUiToolMetaSchema = object({
  resourceUri: optional(string()),
  /** Default: both. */
  visibility: optional(array(McpUiToolVisibilitySchema)),
  /** Not allowed here: it belongs on the resource. */
  csp: optional(never()),
  /** Not allowed here: it belongs on the resource. */
  permissions: optional(never()),
})
export type McpUiToolMeta = Infer<typeof McpUiToolMetaSchema>

/** The settings of the MCP Apps extension in the capabilities of an MCP client. */
export const McpUiClientCapabilitiesSchema = object({ mimeTypes: optional(array(string())) })
/** The settings of the MCP Apps extension in the capabilities of an MCP client. */
export type McpUiClientCapabilities = Infer<typeof McpUiClientCapabilitiesSchema>
