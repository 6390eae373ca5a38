/**
 * `casement/testing/vitest`: renders Views in Vitest's browser mode, behind the real sandbox, and matchers for them. Vitest is taken
 * from your own dependencies; `casement/testing/vitest/plugin` belongs into its configuration.
 * @module
 */
export type { Rendered, RenderFacts, RenderOptions } from '../render/render-options.ts'
export { casementMatchers } from '../matchers.ts'
export type { CasementMatchers } from './matcher-types.ts'
export { renderApp, type RenderedApp } from './render-app.ts'
export { replayTrace, type ReplayedApp } from './replay-trace.ts'
export type { RoleOptions, TextOptions, ViewLocator, ViewQueries } from './view-locator.ts'
