/**
 * `casement/view/typed`: a View that knows the tools of its server, by the type that `defineApp` gives. Types only: nothing of the
 * server is loaded, and there is no code to generate.
 * @module
 */
export { connect, type TypedConnectOptions } from './connect.ts'
export type { DeepPartial, HasToolTypes, InputOf, OutputOf, ToolName, ToolsOf, ToolType } from './tool-types.ts'
export { typed, type ToolHandlers, type TypedView } from './typed-view.ts'
