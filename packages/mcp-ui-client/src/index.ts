/**
 * `@casement/mcp-ui-client`: the names and behaviour of `@mcp-ui/client` 5 and 7, for installation under that name by npm alias.
 * @module
 */
export { AppFrame, type AppFrameProps, type AppInfo, type SandboxConfig } from './app-frame.ts'
export { AppRenderer, type AppRendererHandle, type AppRendererProps, type JSONRPCRequest } from './app-renderer.ts'
export {
  UI_EXTENSION_CAPABILITIES,
  UI_EXTENSION_CONFIG,
  UI_EXTENSION_NAME,
  type ClientCapabilitiesWithExtensions,
} from './capabilities.ts'
export {
  basicComponentLibrary,
  remoteButtonDefinition,
  remoteCardDefinition,
  remoteImageDefinition,
  remoteStackDefinition,
  remoteTextDefinition,
  type ComponentLibrary,
  type ComponentLibraryElement,
  type RemoteElementConfiguration,
} from './component-library.ts'
export { getResourceMetadata, getUIResourceMetadata, isUIResource, type UIResourceMetadata } from './resource-metadata.ts'
export type {
  ALL_RESOURCE_CONTENT_TYPES,
  ResourceContentType,
  UIActionResultIntent,
  UIActionResultLink,
  UIActionResultNotification,
  UIActionResultPrompt,
  UIActionResultToolCall,
} from './ui-actions.ts'
export { UIResourceRenderer, type UIResourceRendererProps } from './ui-resource-renderer.ts'
export { AppBridge, PostMessageTransport, type RequestHandlerExtra } from '@casement/ext-apps/app-bridge'
export type { UIActionResult, UIActionType } from 'casement/legacy'
export type { Implementation, McpUiHostCapabilities, McpUiHostContext } from './host-types.ts'
