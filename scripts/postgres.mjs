// Finds the programs of a PostgreSQL server to test with, and installs them where there are none.
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findOnPath, install } from './system-packages.mjs'

// Debian keeps them off the path, one folder a version.
const DEBIAN = '/usr/lib/postgresql'

/** @type {import('./system-packages.mjs').Installers} */
const INSTALLERS = [
  ['apt-get', [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]],
  ['dnf', [['install', '-y', 'postgresql-server']]],
  ['pacman', [['-Sy', '--noconfirm', 'postgresql']]],
  ['apk', [['add', 'postgresql']]],
  ['brew', [['install', 'postgresql']]],
]

/** The folder with `initdb` and `postgres`: the one the environment names, else an installed one, else undefined. */
export function findPostgres() {
  const named = process.env['CASEMENT_POSTGRES']
  if (named) return named
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const debian = versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  const onPath = findOnPath('initdb')
  return debian ?? (onPath && dirname(onPath))
}

/**
 * The folder of a PostgreSQL, installed if need be.
 * @param {(line: string) => void} say
 * @returns {string}
 */
export function ensurePostgres(say) {
  const found = findPostgres()
  if (found) {
    say(`database: PostgreSQL (${found})`)
    return found
  }
  const { manager, complaints } = install(INSTALLERS)
  const installed = findPostgres()
  if (installed) {
    say(`database: none was found, installed PostgreSQL with ${manager}`)
    return installed
  }
  throw new Error(
    `database: no PostgreSQL was found, and none could be installed. Install one, or name the folder of its programs: CASEMENT_POSTGRES=/path/to/bin npm test\n${complaints}`,
  )
}
