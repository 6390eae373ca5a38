/**
 * `@casement/migrate`: moves apps from ext-apps, MCP-UI and the OpenAI Apps SDK to Casement. `casement migrate` runs it.
 * @module
 */
export type { Edit } from './edits.ts'
export { aliasFolder, migrateFolder, type MigratedFile, type Migration } from './migrate-folder.ts'
export { migrateSource, type MigratedSource } from './migrate-source.ts'
export type { Note } from './notes.ts'
export { runCommand } from './run-command.ts'
