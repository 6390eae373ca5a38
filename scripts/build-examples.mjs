// Builds the examples that are servers: their Views by Vite with their own settings, their servers by esbuild. Only those that changed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, say, seconds } from './setup.mjs'

const examples = join(root, 'examples')
const STAMP = 'dist/.stamp'

/** The folders of the examples that are servers. */
export function exampleFolders() {
  return readdirSync(examples)
    .map((name) => join(examples, name))
    .filter((folder) => existsSync(join(folder, 'server.ts')))
}

/**
 * Builds every example whose sources, or what they are built with, changed since its last build. The packages must be built.
 * @param {import('./setup.mjs').Say} tell
 */
export async function ensureExamples(tell = say) {
  const start = performance.now()
  const shared = hashFiles([
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
    ...filesBelow(join(examples, 'shared')),
    ...['view', 'protocol', 'vite'].flatMap((world) => filesBelow(join(root, 'packages/casement/dist', world))),
  ])
  const stale = exampleFolders()
    .map((folder) => ({ folder, stamp: `${shared} ${hashFiles(filesBelow(folder))}` }))
    .filter(({ folder, stamp }) => readStamp(folder) !== stamp)
  if (stale.length === 0) return tell('examples: up to date')
  const { build: bundle } = await import('esbuild')
  const { createBuilder } = await import('vite')
  for (const { folder, stamp } of stale) {
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    const configFile = join(folder, 'vite.config.ts')
    // As `vite build` does it: all Views, where there are several.
    if (existsSync(configFile)) await (await createBuilder({ root: folder, configFile, logLevel: 'warn' })).buildApp()
    await bundle({
      entryPoints: [join(folder, 'app.ts'), join(folder, 'server.ts')],
      outdir: join(folder, 'dist'),
      bundle: true,
      splitting: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'warning',
    })
    writeFileSync(join(folder, STAMP), stamp)
  }
  tell(`examples: built ${stale.length} in ${seconds(start)}`)
}

/** @param {string} folder */
function readStamp(folder) {
  const file = join(folder, STAMP)
  return existsSync(file) && existsSync(join(folder, 'dist/app.js')) ? readFileSync(file, 'utf8') : undefined
}

/** @param {readonly string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^(dist|node_modules)$|\.(map|tsbuildinfo|md)$|\.d\.ts$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]))
}
