/**
 * The names of `@modelcontextprotocol/ext-apps/server`.
 * @module
 */
export {
  EXTENSION_ID,
  getUiCapability,
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
  type LegacyToolCallback,
  type McpUiAppResourceConfig,
  type McpUiAppToolConfig,
  type McpUiReadResourceCallback,
  type McpUiReadResourceResult,
  type ReadResourceCallback,
  type ResourceMetadata,
  type ToolCallback,
  type ToolConfig,
  type ZodRawShape,
} from 'casement/server'
export { registerAppResource, registerAppTool } from './register.ts'
