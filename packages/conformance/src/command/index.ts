/**
 * `@casement/conformance/command`: what `casement conformance` runs.
 * @module
 */
export { runCommand, type Surroundings } from './run-command.ts'
