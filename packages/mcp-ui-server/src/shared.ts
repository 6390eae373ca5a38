export { getAppsSdkAdapterScript, getMcpAppsAdapterScript } from './adapter-scripts.ts'
export type {
  AdaptersConfig,
  AppsSdkAdapterConfig,
  AppsSdkAdapterOptions,
  AppsSdkBridge,
  MCPUIMessage as AppsSdkMCPUIMessage,
  MCPUIMessage as McpAppsMCPUIMessage,
  McpAppsAdapterConfig,
  RenderData as AppsSdkRenderData,
} from './resource-types.ts'
export {
  getAdapterMimeType,
  InternalMessageType,
  ReservedUrlParams,
  uiActionResultIntent,
  uiActionResultLink,
  uiActionResultNotification,
  uiActionResultPrompt,
  uiActionResultToolCall,
  wrapHtmlWithAdapters,
  type UIActionResult,
} from 'casement/legacy'
export { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from 'casement/protocol'
