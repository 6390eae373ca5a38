/**
 * `@casement/doctor/command-line`: the command-line code that the packages share. It loads no browser.
 * @module
 */
export { isHttpAddress, type Naming, readTarget, splitCommand } from './read-target.ts'
export { type CommandLine, runCommandLine } from './run-command-line.ts'
export { type CommandContext, theProcess } from './command-context.ts'
