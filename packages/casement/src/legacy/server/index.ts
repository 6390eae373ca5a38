/**
 * `casement/legacy/server`: UI resources in the format of MCP-UI, for servers whose hosts still expect it. Runs in Node.
 * @module
 */
export {
  createUIResource,
  RESOURCE_MIME_TYPE,
  type ExternalUrl,
  type RawHtml,
  type RemoteDom,
  type UIResource,
  type UIResourceOptions,
} from './create-ui-resource.ts'
export {
  getAdapterMimeType,
  wrapHtmlWithAdapters,
  type AdaptersConfig,
  type AppsSdkAdapterOptions,
  type McpAppsAdapterOptions,
  type McpUiAdapterOptions,
} from '../adapters.ts'
export { fetchPage, type FetchedPage, type FetchPageOptions } from './fetch-page.ts'
export { legacyProxyResponse } from './proxy-page.ts'
export { isPublicAddress, ssrfGuard, type SsrfGuard, type SsrfGuardOptions } from './ssrf-guard.ts'
export {
  uiActionResultIntent,
  uiActionResultLink,
  uiActionResultNotification,
  uiActionResultPrompt,
  uiActionResultToolCall,
} from '../ui-action-results.ts'
export { InternalMessageType, ReservedUrlParams, type UIActionResult, type UIActionType } from '../messages.ts'
export { UI_METADATA_PREFIX, UIMetadataKey, type UIResourceMetadata } from '../ui-metadata.ts'
