/**
 * `casement/view`: what a page inside the iframe needs to talk to its host.
 * @module
 */
export { App, type AppOptions } from './app.ts'
export type { Answer, AppCalls } from './calls.ts'
export type { AppEvent, AppEventMap } from './events.ts'
export type { ConnectOptions } from './handshake.ts'
export type { ViewSnapshot } from './session.ts'
export type { Sizing } from './sizing.ts'
export { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from './styles.ts'
export {
  appTools,
  type AppToolCallback,
  type AppToolConfig,
  type AppToolResult,
  type AppTools,
  type RegisteredAppTool,
  type StandardSchemaV1,
} from './tools.ts'
