/**
 * `casement/view`: what a page inside the iframe needs to talk to its host.
 * @module
 */
export { App, type Answer, type AppOptions } from './app.ts'
export type { AppEvent, AppEventMap } from './events.ts'
export type { ConnectOptions } from './handshake.ts'
export type { HostTransport, TransportLike } from './join.ts'
export type { ViewSnapshot } from './session.ts'
export type { Sizing } from './sizing.ts'
export { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from './styles.ts'
export type { AppToolCallback, AppToolConfig, AppToolResult, RegisteredAppTool, StandardSchemaV1 } from './tools.ts'
