/**
 * `casement/legacy`: translates MCP-UI and `window.openai`. `mountApp` translates legacy Views without it; this is for hosts with an
 * `onUIAction`, and for programs that read or write legacy metadata.
 * @module
 */
export {
  getAdapterMimeType,
  wrapHtmlWithAdapters,
  type AdaptersConfig,
  type AppsSdkAdapterOptions,
  type McpAppsAdapterOptions,
  type McpUiAdapterOptions,
} from './adapters.ts'
export { mendAdaptedWidget } from './adapted-widget.ts'
export { toMcpUi, toToolResult } from './apps-to-mcp-ui.ts'
export { isUIResource, readLegacyContent, type LegacyContent, type ResourceItem } from './legacy-resource.ts'
export { mcpUiDocument, type McpUiDocument } from './mcp-ui-document.ts'
export { toApps, type AppsMessage } from './mcp-ui-to-apps.ts'
export {
  InternalMessageType,
  isLegacyMessage,
  isUIAction,
  RENDER_DATA_CONTEXT_KEY,
  ReservedUrlParams,
  type LegacyMessage,
  type RenderData,
  type UIActionResult,
  type UIActionType,
} from './messages.ts'
export {
  fromOpenAiResourceMeta,
  fromOpenAiToolMeta,
  toOpenAiResourceMeta,
  toOpenAiToolMeta,
  type UiResourceMeta,
  type UiToolMeta,
} from './openai-meta.ts'
export {
  uiActionResultIntent,
  uiActionResultLink,
  uiActionResultNotification,
  uiActionResultPrompt,
  uiActionResultToolCall,
} from './ui-action-results.ts'
export { requestDataFallback, uiActionHandlers, type OnUIAction, type UIActionHandlers } from './ui-actions.ts'
export { getUIResourceMetadata, UI_METADATA_PREFIX, UIMetadataKey, type UIResourceMetadata } from './ui-metadata.ts'
export { viewFromContents, viewFromLegacy, viewFromToolResult, type LegacyView } from './view-from-legacy.ts'
