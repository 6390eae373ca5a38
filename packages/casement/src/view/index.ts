/**
 * `casement/view`: what a page inside the iframe needs to talk to its host.
 *
 * `App` is the whole of it; what not every View needs is a feature, added with `app.use(…)` and bundled only then.
 * @module
 */
export { CasementError, type CasementErrorCode } from '../protocol/errors.ts'
export { channelFromTransport } from '../protocol/mcp-transport.ts'
export { windowChannel } from '../protocol/window-channel.ts'
export { App, type AppConstructor, type AppOptions } from './app.ts'
export { blackBox, type AppBlackBox, type BlackBoxEntry, type Diagnosis } from './black-box.ts'
export type { Answer, AppCalls } from './calls.ts'
export { resultData } from './data.ts'
export type { AppEvent, AppEventMap, AppEvents } from './events.ts'
export type { FetchArguments, FetchResult } from './fetch-tool.ts'
export type { ConnectOptions } from './handshake.ts'
export { links } from './links.ts'
export { McpApp, type McpAppConstructor } from './mcp-app.ts'
export { serverExtras, type AppServerExtras } from './server-extras.ts'
export type { ViewSnapshot } from './session.ts'
export type { Sizing } from './sizing.ts'
export { standIn, type StandInSamples } from './stand-in.ts'
export type { StateEntry, StateHome } from './state-home.ts'
export { state, type AppState, type StateCell, type StateOptions } from './state.ts'
export { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from './styles.ts'
export {
  appTools,
  type AppToolCallback,
  type AppToolConfig,
  type AppToolResult,
  type AppTools,
  type OutputOf,
  type RegisteredAppTool,
  type StandardSchemaV1,
} from './tools.ts'
export type { CallOptions, RequestExtra } from './wire.ts'
