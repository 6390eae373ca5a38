/**
 * `@casement/doctor/command-line`: what the commands of the packages have in common. It loads no browser.
 * @module
 */
export { isHttpAddress, type Naming, readTarget, splitCommand } from './read-target.ts'
export { type CommandLine, runCommandLine } from './run-command-line.ts'
export { type Surroundings, theProcess } from './surroundings.ts'
