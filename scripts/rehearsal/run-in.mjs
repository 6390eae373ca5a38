import { spawnSync } from 'node:child_process'

const TIMEOUT = 300_000

/**
 * Runs a program to its end and returns its standard output. A failure includes everything the program printed.
 * @param {string} folder
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runIn(folder, program, args, env) {
  const result = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: TIMEOUT, maxBuffer: 64 << 20 })
  if (result.status === 0) return result.stdout
  const end = result.error ? result.error.message : `exit code ${result.status ?? result.signal}`
  throw new Error(`${program} ${args.join(' ')} failed (${end})\n${result.stdout}${result.stderr}`)
}
