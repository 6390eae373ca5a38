/**
 * `@casement/conformance/command`: what `casement conformance` runs.
 * @module
 */
export { runCommand, type CommandContext } from './run-command.ts'
