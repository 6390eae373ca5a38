/**
 * `casement/view`: what a page inside the iframe needs to talk to its host.
 *
 * `App` has everything. Where every byte counts, `casement/view/core` has the same App without features, and the features one
 * by one.
 * @module
 */
export { CasementError, type CasementErrorCode } from '../protocol/errors.ts'
export { channelFromTransport } from '../protocol/channel/mcp-transport.ts'
export { PostMessageTransport } from '../protocol/channel/post-message-transport.ts'
export type { StandardSchemaV1 } from '../protocol/standard-schema.ts'
export { windowChannel } from '../protocol/channel/window-channel.ts'
export { App, type AppOptions } from './app.ts'
export type { AppBlackBox, BlackBoxEntry, Diagnosis } from './black-box.ts'
export type { Answer, AppCalls } from './calls.ts'
export type { CoreApp } from './core-app.ts'
export { resultData } from './data.ts'
export type { AppEvent, AppEventMap, AppEvents } from './events.ts'
export type { FetchArguments, FetchResult } from './fetch-tool.ts'
export type { ConnectOptions } from './handshake.ts'
export { McpApp, type McpAppConstructor } from './mcp-app.ts'
export type { AppServerExtras } from './server-extras.ts'
export type { ViewSnapshot } from './session.ts'
export type { Sizing } from './sizing.ts'
export { standIn, type StandInSamples } from './stand-in.ts'
export type { StateEntry, StateHome } from './state-home.ts'
export type { AppState, StateCell, StateOptions } from './state.ts'
export { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from './styles.ts'
export type { AppToolCallback, AppToolConfig, AppToolResult, AppTools, OutputOf, RegisteredAppTool } from './tools.ts'
export type { CallOptions, RequestExtra, WireChannel } from './wire.ts'
