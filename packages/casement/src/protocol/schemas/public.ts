/**
 * `casement/protocol/schemas`: the messages, capabilities and metadata of MCP Apps. Each declaration provides the type and the
 * validator; `casement/protocol/schema.json` has all of them as JSON Schema. The shapes of MCP itself are in the MCP SDK; only those that the API of Casement uses are here.
 * @module
 */
export {
  McpUiDownloadFileRequestSchema,
  McpUiDownloadFileResultSchema,
  McpUiHostContextChangedNotificationSchema,
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
export { CallToolResultSchema, type CallToolResult, type ListToolsResult, type Tool } from './mcp-tools.ts'
export { type Implementation, type LoggingLevel } from './mcp-base.ts'
export { type ContentBlock, type EmbeddedResource, type ResourceLink, type TextContent } from './mcp-content.ts'
export { type CreateMessageRequest, type CreateMessageResult, type CreateMessageResultWithTools } from './mcp-sampling.ts'
export {
  describeProblem,
  validate,
  type AnySchema,
  type Infer,
  type JsonSchema,
  type Problem,
  type Schema,
  type Validation,
} from './schema.ts'
export { type ListResourcesResult, type ReadResourceResult } from './mcp-resources.ts'
