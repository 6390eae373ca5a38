/**
 * `@casement/studio`: the Studio, for programs that start it themselves.
 * @module
 */
export { runCommand, type CommandContext } from './run-command.ts'
export { startStudio } from './start-studio.ts'
export type { Settings } from './settings.ts'
export { pagesFolder } from './pages-folder.ts'
