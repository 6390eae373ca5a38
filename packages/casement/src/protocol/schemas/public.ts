/**
 * `casement/protocol/schemas`: the messages, capabilities and metadata of MCP Apps. Each declaration provides the type, the validator
 * and the JSON Schema. The shapes of MCP itself are in the MCP SDK; only those that the API of Casement uses are here.
 * @module
 */
export {
  McpUiDownloadFileRequestSchema,
  McpUiDownloadFileResultSchema,
  McpUiHostContextChangedNotificationSchema,
  McpUiInitializeRequestCompatSchema,
  McpUiInitializeRequestSchema,
  McpUiInitializeResultSchema,
  McpUiInitializedNotificationSchema,
  McpUiMessageRequestSchema,
  McpUiMessageResultSchema,
  McpUiOpenLinkRequestSchema,
  McpUiOpenLinkResultSchema,
  McpUiRequestDisplayModeRequestSchema,
  McpUiRequestDisplayModeResultSchema,
  McpUiRequestTeardownNotificationSchema,
  McpUiResourceTeardownRequestSchema,
  McpUiResourceTeardownResultSchema,
  McpUiSandboxProxyReadyNotificationSchema,
  McpUiSandboxResourceReadyNotificationSchema,
  McpUiSizeChangedNotificationSchema,
  McpUiToolCancelledNotificationSchema,
  McpUiToolInputNotificationSchema,
  McpUiToolInputPartialNotificationSchema,
  McpUiToolResultNotificationSchema,
  McpUiUpdateModelContextRequestSchema,
  type McpUiDownloadFileRequest,
  type McpUiDownloadFileResult,
  type McpUiHostContextChangedNotification,
  type McpUiInitializeRequest,
  type McpUiInitializeResult,
  type McpUiInitializedNotification,
  type McpUiMessageRequest,
  type McpUiMessageResult,
  type McpUiOpenLinkRequest,
  type McpUiOpenLinkResult,
  type McpUiRequestDisplayModeRequest,
  type McpUiRequestDisplayModeResult,
  type McpUiRequestTeardownNotification,
  type McpUiResourceTeardownRequest,
  type McpUiResourceTeardownResult,
  type McpUiSandboxProxyReadyNotification,
  type McpUiSandboxResourceReadyNotification,
  type McpUiSizeChangedNotification,
  type McpUiToolCancelledNotification,
  type McpUiToolInputNotification,
  type McpUiToolInputPartialNotification,
  type McpUiToolResultNotification,
  type McpUiUpdateModelContextRequest,
} from './apps-messages.ts'
export {
  McpUiAppCapabilitiesSchema,
  McpUiHostCapabilitiesSchema,
  McpUiSupportedContentBlockModalitiesSchema,
  type McpUiAppCapabilities,
  type McpUiHostCapabilities,
  type McpUiSupportedContentBlockModalities,
} from './apps-capabilities.ts'
export {
  McpUiDisplayModeSchema,
  McpUiHostContextSchema,
  McpUiHostCssSchema,
  McpUiHostStylesSchema,
  McpUiStyleVariableKeySchema,
  McpUiStylesSchema,
  McpUiThemeSchema,
  type ContainerDimensions,
  type McpUiDisplayMode,
  type McpUiHostContext,
  type McpUiHostCss,
  type McpUiHostStyles,
  type McpUiStyleVariableKey,
  type McpUiStyles,
  type McpUiTheme,
} from './apps-context.ts'
export {
  McpUiClientCapabilitiesSchema,
  McpUiResourceCspSchema,
  McpUiResourceMetaSchema,
  McpUiResourcePermissionsSchema,
  McpUiToolMetaSchema,
  McpUiToolVisibilitySchema,
  type McpUiClientCapabilities,
  type McpUiResourceCsp,
  type McpUiResourceMeta,
  type McpUiResourcePermissions,
  type McpUiToolMeta,
  type McpUiToolVisibility,
} from './apps-metadata.ts'
export { type StateEntry } from './casement.ts'
export { CallToolResultSchema, ToolSchema, type CallToolResult, type ListToolsResult, type Tool } from './mcp-tools.ts'
export { ImplementationSchema, type Implementation, type LoggingLevel } from './mcp-base.ts'
export {
  ContentBlockSchema,
  type ContentBlock,
  type EmbeddedResource,
  type ResourceLink,
  type TextContent,
} from './mcp-content.ts'
export { type CreateMessageRequest, type CreateMessageResult, type CreateMessageResultWithTools } from './mcp-sampling.ts'
export { toJsonSchema, toJsonSchemaDocument } from './json-schema.ts'
export {
  describeProblem,
  matches,
  validate,
  type AnySchema,
  type Infer,
  type JsonSchema,
  type Problem,
  type Schema,
  type Validation,
} from './schema.ts'
export { STYLE_VARIABLE_KEYS } from './style-variables.ts'
export { type ListResourcesResult, type ReadResourceResult } from './mcp-resources.ts'
