/**
 * `casement/server`: helpers for an MCP server with an app. They register it on an existing `McpServer`; `defineApp` and `serve` are for
 * one you have not.
 * @module
 */
export { EXTENSION_ID, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from '../protocol/constants.ts'
export { CasementError, type CasementErrorCode } from '../protocol/errors.ts'
export type { ServerWarning, Warn } from './app/run-tool.ts'
export {
  defineApp,
  type AppDeclaration,
  type AppView,
  type ClientInfo,
  type DefinedApp,
  type ViewFolder,
  type ViewNeeds,
  type ViewSource,
} from './app/define-app.ts'
export { domainFor } from './app/domain.ts'
export { memoryEventBus, type ServerChange, type ServerEventBus } from './events/event-bus.ts'
export type { Authorization, HttpOptions } from './http/options.ts'
export { mcpAppScript, type McpAppScriptOptions } from './mcp-app-script.ts'
export type { MetadataProblem, MetadataProblemCode } from './register/metadata-problem.ts'
export {
  postgresEventBus,
  type ClosableEventBus,
  type PostgresClient,
  type PostgresEventBusOptions,
} from './events/postgres-event-bus.ts'
export { registerRecorderTool, withRecorder, type RecorderToolOptions } from './recorder/recorder-tool.ts'
export { registerApp, type AppRegistrar, type RegisterAppOptions } from './register/register-app.ts'
export {
  registerAppResource,
  registerAppTool,
  type ContextOf,
  type LegacyToolCallback,
  type McpUiAppResourceConfig,
  type McpUiAppToolConfig,
  type McpUiReadResourceCallback,
  type McpUiReadResourceResult,
  type McpUiResourceContent,
  type ReadResourceCallback,
  type ResourceMetadata,
  type ResourceRegistrar,
  type ToolAnswer,
  type ToolCallback,
  type ToolConfig,
  type ToolRegistrar,
  type ZodRawShape,
} from './register/register.ts'
export { result, type AppResult, type ModelContent, type ResultParts } from './app/result.ts'
export { serve, type Served, type ServeOptions } from './serve.ts'
export type { ServerInfo } from './serve-context.ts'
export type { AnySchema, RawShape, SchemaInput, SchemaOutput, StandardSchema } from './app/standard-schema.ts'
export {
  tool,
  type DefinedTool,
  type ToolContext,
  type ToolDeclaration,
  type ToolProgress,
  type ToolReturn,
  type ToolSet,
  type ToolStream,
  type ToolTypes,
} from './app/tool.ts'
export { getUiCapability, type HasExtensions } from './ui-capability.ts'
