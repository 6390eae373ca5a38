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
  RESOURCE_MIME_TYPE,
  ReservedUrlParams,
  uiActionResultIntent,
  uiActionResultLink,
  uiActionResultNotification,
  uiActionResultPrompt,
  uiActionResultToolCall,
  wrapHtmlWithAdapters,
  type UIActionResult,
} from 'casement/legacy/server'
export { RESOURCE_URI_META_KEY } from 'casement/protocol'
