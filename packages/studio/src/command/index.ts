/**
 * `@casement/studio`: the Studio, for programs that start it themselves.
 * @module
 */
export { pagesFolder } from './pages-folder.ts'
