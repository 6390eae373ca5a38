/**
 * `casement/view`: the SDK for a View, the page inside the iframe, to communicate with its host.
 *
 * `App` has every feature. For Views that must be small, `casement/view/core` has the same App without features, and the
 * features as separate exports.
 * @module
 */
export { CasementError, type CasementErrorCode } from '../protocol/errors.ts'
export { PostMessageTransport } from '../protocol/channel/post-message-transport.ts'
export type { StandardSchemaV1 } from '../protocol/standard-schema.ts'
export { windowChannel } from '../protocol/channel/window-channel.ts'
export { App, type AppOptions } from './app.ts'
export { blackBox, type AppBlackBox, type BlackBoxEntry, type Diagnosis } from './black-box/black-box.ts'
export type { Answer, CoreApp } from './core-app.ts'
export { resultData } from './tools/result-data.ts'
export { describeSchema } from './tools/json-schema.ts'
export type { AppEvent, AppEventMap } from './events/app-events.ts'
export type { FetchArguments, FetchResult } from './server-extras/fetch-tool.ts'
export type { ConnectOptions } from './connection/handshake.ts'
export { openPastRelay } from './connection/past-relay.ts'
export { McpApp, type McpAppConstructor } from './mcp-app/mcp-app.ts'
export {
  declareModelContext,
  type DeclaredContext,
  type ModelContextApp,
  type ModelContextContent,
} from './model-context/model-context.ts'
export { createToolCall, type ToolCall, type ToolCallApp, type ToolCallState } from './tool-call/tool-call.ts'
export { serverExtras, type AppServerExtras } from './server-extras/server-extras.ts'
export type { ViewSnapshot } from './connection/snapshot.ts'
export type { Sizing } from './sizing/auto-resize.ts'
export { standIn, type StandInSamples } from './mock-host/mock-host.ts'
export type { StateEntry, StateHome } from './state/state-storage.ts'
export type { AppState, StateCell, StateOptions } from './state/state.ts'
export { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from './styles/host-styles.ts'
export type { AppToolCallback, AppToolConfig, AppToolResult, AppTools, OutputOf, RegisteredAppTool } from './tools/app-tools.ts'
export type { CallOptions, RequestExtra, WireChannel } from './connection/wire.ts'
