// Builds the web app into dist/web. Nothing is done when neither it nor what it is made of has changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = fileURLToPath(new URL('..', import.meta.url))
const web = join(folder, 'src/web')
const out = join(folder, 'dist/web')
const stamp = join(folder, '.cache/web.json')
const NOT_INPUTS = /\.(test|test-d|browser)\.tsx?$|\.tsbuildinfo$|\.map$|\.d\.ts$/

/** @returns {Promise<string[]>} the files of the web app, relative to the package */
export async function buildAssets() {
  const inputs = hashInputs()
  const known = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : undefined
  if (known?.inputs === inputs && known.files.every((/** @type {string} */ file) => existsSync(join(folder, file))))
    return known.files
  await buildWeb()
  const files = filesBelow(out).map((file) => relative(folder, file))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ inputs, files }))
  return files
}

/** @type {Map<string, boolean>} */
const loadedFirst = new Map()

/**
 * Whether the page imports a module without a dynamic import on the way.
 * @param {string} id
 * @param {{ getModuleInfo(id: string): { isEntry: boolean, importers: string[] } | null }} modules
 * @returns {boolean}
 */
function isLoadedFirst(id, modules) {
  const known = loadedFirst.get(id)
  if (known !== undefined) return known
  // Ends cycles.
  loadedFirst.set(id, false)
  const module = modules.getModuleInfo(id)
  const is = module !== null && (module.isEntry || module.importers.some((importer) => isLoadedFirst(importer, modules)))
  loadedFirst.set(id, is)
  return is
}

function buildWeb() {
  return build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      // Everything that a policy without inline sources would refuse stays a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 800,
      rolldownOptions: {
        // Otherwise each module that is shared with a lazy-loaded dialog gets a chunk of its own, which compresses worse.
        output: {
          codeSplitting: {
            groups: [{ debugName: 'app', name: (id, modules) => (isLoadedFirst(id, modules) ? 'app' : null) }],
          },
        },
        onLog(level, log, handle) {
          // A mark for servers that render React; here everything is for the client.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
        },
      },
    },
  })
}

function hashInputs() {
  const hash = createHash('sha256')
  const library = resolve(folder, '../casement/dist')
  const shared = [fileURLToPath(import.meta.url), resolve(folder, '../../package-lock.json')]
  for (const file of [
    ...shared,
    ...['protocol', 'host', 'testing'].flatMap((world) => filesBelow(join(library, world))),
    ...filesBelow(web),
  ])
    hash.update(relative(folder, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesBelow(place) {
  if (!existsSync(place)) return []
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !NOT_INPUTS.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(place, entry.name)) : [join(place, entry.name)]))
}
