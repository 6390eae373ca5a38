/**
 * `casement/vite`: a Vite plugin that builds each View into one HTML file, and serves it with hot reload inside a host.
 * @module
 */
export { casement } from './plugin.ts'
export type { CasementViteOptions } from './options.ts'
