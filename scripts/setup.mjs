// Everything a fresh clone lacks, made when it is missing. Node built-ins only: this runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {(line: string) => void} Say */

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

const BUILD_STAMP = '.cache/build.json'
const NOT_INPUTS = /^(dist|generated|node_modules|\.cache)$|\.(test|test-d|browser)\.tsx?$/

/** One line to the terminal. */
export const say = (/** @type {string} */ line) => console.log(line)

/** How long something took, for people. */
export const seconds = (/** @type {number} */ start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/**
 * Runs npm itself, quietly. Under `npm run …` that is the npm that runs us, so a machine with several does not mix them.
 * @param {readonly string[]} args
 * @param {string} folder
 */
export function npm(args, folder = root) {
  const running = process.env['npm_execpath']
  const quiet = [...args, '--loglevel=error']
  const options = /** @type {const} */ ({ cwd: folder, encoding: 'utf8', maxBuffer: 64 << 20 })
  if (running && /npm-cli\.c?js$/.test(running)) return spawnSync(process.execPath, [running, ...quiet], options)
  return spawnSync('npm', quiet, { ...options, shell: process.platform === 'win32' })
}

/**
 * The dependencies in the lock file that node_modules lacks. npm writes the installed packages into node_modules, so any earlier
 * install counts.
 * @param {string} folder
 * @returns {string | undefined}
 */
export function missingDependency(folder = root) {
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return 'nothing is installed'
  /** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Locked */
  /** @type {Record<string, Locked>} */
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  /** @type {Record<string, Locked>} */
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  for (const [path, want] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const have = present[path]
    if (!have && want.optional) continue
    if (!have || have.version !== want.version || have.integrity !== want.integrity) return path
    if (!existsSync(join(folder, path))) return path
  }
  return undefined
}

/**
 * `npm ci`, only when node_modules is not what package-lock.json says.
 * @param {Say} tell
 * @param {string} folder
 */
export function ensureDependencies(tell = say, folder = root) {
  const missing = missingDependency(folder)
  if (missing === undefined) return tell('dependencies: up to date')
  const start = performance.now()
  const result = npm(['ci', '--no-audit', '--no-fund'], folder)
  if (result.status !== 0) {
    throw new Error(`dependencies: npm ci failed (it was needed because of ${missing})\n${result.stdout}${result.stderr}`)
  }
  tell(`dependencies: installed with npm ci in ${seconds(start)}`)
}

/**
 * Builds every package, only when a source, a setting or an output changed since the last build.
 * @param {Say} tell
 */
export async function ensureBuild(tell = say) {
  if (buildIsCurrent()) return tell('build: up to date')
  const start = performance.now()
  const inputs = hashInputs()
  const { buildPackages } = await import('./build-packages.mjs')
  const outputs = await buildPackages(packageFolders())
  const stamp = { inputs, outputs: Object.fromEntries(outputs.map((file) => [portable(file), fingerprint(file)])) }
  mkdirSync(dirname(join(root, BUILD_STAMP)), { recursive: true })
  writeFileSync(join(root, BUILD_STAMP), JSON.stringify(stamp))
  tell(`build: ${packageFolders().length} package(s), ${outputs.length} files in ${seconds(start)}`)
}

/** True when what is in the dist folders was made from what is in the source folders. */
export function buildIsCurrent() {
  const file = join(root, BUILD_STAMP)
  if (!existsSync(file)) return false
  /** @type {{ inputs: string, outputs: Record<string, string> }} */
  const stamp = JSON.parse(readFileSync(file, 'utf8'))
  const untouched = Object.entries(stamp.outputs).every(([output, print]) => fingerprint(join(root, output)) === print)
  return untouched && stamp.inputs === hashInputs()
}

/** The packages that are built: those with a solution file. */
export function packageFolders() {
  const packages = join(root, 'packages')
  return readdirSync(packages)
    .map((name) => join(packages, name))
    .filter((folder) => existsSync(join(folder, 'tsconfig.json')))
}

function hashInputs() {
  const hash = createHash('sha256')
  const shared = ['package-lock.json', 'tsconfig.base.json', 'scripts/build-packages.mjs'].map((file) => join(root, file))
  for (const file of [...shared, ...packageFolders().flatMap(filesBelow)])
    hash.update(portable(file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_INPUTS.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** @param {string} file */
function fingerprint(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.size} ${stats.mtimeMs}` : 'missing'
}

/** @param {string} file */
const portable = (file) => relative(root, file).split(sep).join('/')
