/**
 * `casement/view/typed`: a View that knows the tools of its server, from the type that `defineApp` returns. No server code is
 * loaded, and no code is generated.
 * @module
 */
export { connect, type TypedConnectOptions } from './connect.ts'
export type { DeepPartial, HasToolTypes, InputOf, OutputOf, ToolName, ToolsOf, ToolType } from './tool-types.ts'
export { typed, type ToolHandlers, type TypedView } from './typed-view.ts'
