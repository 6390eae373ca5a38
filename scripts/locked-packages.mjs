// The packages that the lock file names: all of them, and those that reach people with ours.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolders, root } from './setup.mjs'

/**
 * @typedef {object} Locked
 * @property {string} path Where it is installed.
 * @property {string} name
 * @property {string} version
 * @property {string} licence
 * @property {string} [integrity]
 * @property {readonly string[]} needs The paths of what it depends on.
 *
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {string} [resolved]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @type {Record<string, Entry>} */
const entries = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Every package of others, whatever it is for. */
export function lockedPackages() {
  return Object.keys(entries)
    .filter((path) => path.includes('node_modules/') && !entries[path]?.link)
    .map(lockedAt)
}

/** The packages that users receive: those that npm installs, and those bundled into the Studio's page. */
export function shippedPackages() {
  /** @type {Map<string, Locked>} */
  const found = new Map()
  const take = (/** @type {string} */ path) => {
    if (found.has(path)) return
    const locked = lockedAt(path)
    found.set(path, locked)
    locked.needs.forEach(take)
  }
  for (const folder of publishedFolders()) {
    const { devDependencies = {} } = entries[folder] ?? {}
    // The page of the Studio is bundled, so what it is made of is a dependency for development.
    const bundled = folder.endsWith('/studio') ? Object.keys(devDependencies) : []
    for (const path of [...needsOf(folder), ...bundled.flatMap((name) => locate(folder, name) ?? [])]) take(path)
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function publishedFolders() {
  return packageFolders()
    .filter((folder) => !JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private)
    .map((folder) => folder.slice(root.length + 1).replaceAll('\\', '/'))
}

/**
 * @param {string} path
 * @returns {Locked}
 */
function lockedAt(path) {
  const { version = '', license = 'UNKNOWN', integrity } = entries[path] ?? {}
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { path, name, version, licence: license, ...(integrity && { integrity }), needs: needsOf(path) }
}

/**
 * The installed dependencies of a package; binaries of other platforms may not be installed.
 * @param {string} path
 */
function needsOf(path) {
  const { dependencies = {}, optionalDependencies = {} } = entries[path] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => locate(path, name) ?? [])
}

/**
 * Where Node finds a package from there; undefined for one of ours.
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function locate(from, name) {
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (entries[here]) return entries[here].link ? undefined : here
  if (from === '') return undefined
  return locate(from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '', name)
}
