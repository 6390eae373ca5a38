// Finds programs, and installs what is missing with the system's own package manager.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * A program on the path.
 * @param {string} name
 */
export function findOnPath(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name)
    if (folder && existsSync(file)) return file
  }
  return undefined
}

/** @typedef {ReadonlyArray<readonly [manager: string, commands: ReadonlyArray<readonly string[]>]>} Installers */

/**
 * Installs with the first package manager that is here, as root where it can.
 * @param {Installers} installers
 * @returns {{ manager: string | undefined, complaints: string }}
 */
export function install(installers) {
  const [manager, commands] = installers.find(([name]) => findOnPath(name)) ?? []
  if (!manager || !commands) return { manager: undefined, complaints: 'No known package manager was found.' }
  const alone = process.getuid?.() === 0 || manager === 'brew'
  const complaints = commands
    .map((args) => (alone ? spawnSync(manager, args, quiet) : spawnSync('sudo', ['-n', manager, ...args], quiet)))
    .filter(({ status }) => status !== 0)
    .map(({ stderr, error }) => `${manager}: ${stderr || error?.message}`)
    .join('\n')
  return { manager, complaints }
}

/** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
const quiet = {
  encoding: 'utf8',
  stdio: ['ignore', 'ignore', 'pipe'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
}
