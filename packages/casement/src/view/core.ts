/**
 * `casement/view/core`: the App without features, for Views that must be small, and the features to add with `app.use(…)`.
 *
 * Everything else (styles, errors, transports) is in `casement/view` and bundled only when used.
 * @module
 */
export type { StandardSchemaV1 } from '../protocol/standard-schema.ts'
export { blackBox, type AppBlackBox, type BlackBoxEntry, type Diagnosis } from './black-box/black-box.ts'
export { CoreApp as App, type Answer, type AppOptions, type CoreAppConstructor as AppConstructor } from './core-app.ts'
export type { AppEvent, AppEventMap } from './events/app-events.ts'
export type { ConnectOptions } from './connection/handshake.ts'
export { openPastRelay } from './connection/past-relay.ts'
export { links } from './links/links.ts'
export { serverExtras, type AppServerExtras } from './server-extras/server-extras.ts'
export type { ViewSnapshot } from './connection/snapshot.ts'
export { resultData } from './tools/result-data.ts'
export { describeSchema } from './tools/json-schema.ts'
export type { Sizing } from './sizing/auto-resize.ts'
export type { StateEntry, StateHome } from './state/state-storage.ts'
export { state, type AppState, type StateCell, type StateOptions } from './state/state.ts'
export {
  appTools,
  type AppToolCallback,
  type AppToolConfig,
  type AppToolResult,
  type AppTools,
  type OutputOf,
  type RegisteredAppTool,
} from './tools/app-tools.ts'
export type { CallOptions, RequestExtra, WireChannel } from './connection/wire.ts'
