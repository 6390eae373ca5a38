/**
 * `casement/testing/playwright`: renders Views in a page of Playwright, behind the real sandbox, with a fixture and matchers for them.
 * Playwright is taken from your own dependencies; only the shape of its pages is known here.
 * @module
 */
export { casementMatchers } from '../matchers.ts'
export type { Rendered, RenderFacts, RenderOptions } from '../render/render-options.ts'
export { findChromium } from './find-chromium.ts'
export { casementFixtures, type RenderInPage } from './fixtures.ts'
export type { FrameIn, PageLike } from './page-like.ts'
export { renderApp, type PageRenderOptions, type RenderedApp } from './render-app.ts'
export { replayTrace, type ReplayedApp } from './replay-trace.ts'
