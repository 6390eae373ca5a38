// Imported by `casement create` when it runs in a clone, whose versions no registry may have: the new project depends on the packages
// of the clone, packed as they would be published.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureExamples } from './build-examples.mjs'
import { publicPackages } from './published-manifests.mjs'
import { npm, root, seconds } from './setup.mjs'

/** @typedef {import('./published-manifests.mjs').Manifest} Manifest */

// The packages that a project uses, and those that its README names as commands.
const USED = ['casement', '@casement/studio', '@casement/doctor', '@casement/conformance']

const tell = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`)

/**
 * Replaces the versions of our packages in a project by files of this clone.
 * @param {string} project
 */
export async function usePackedPackages(project) {
  const packed = await packPackages()
  const file = join(project, 'package.json')
  /** @type {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const [name, tarball] of Object.entries(packed)) {
    const list = name in manifest.dependencies ? manifest.dependencies : manifest.devDependencies
    list[name] = `file:${tarball}`
  }
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
  tell(`The project uses the packages of this clone, as files in ${join(root, '.cache/packed')}`)
}

/**
 * Packs the packages, once for each build.
 * @returns {Promise<Record<string, string>>} the tarball of each package by name
 */
async function packPackages() {
  const packages = usedPackages()
  const build = readFileSync(join(root, '.cache/build.json'))
  const folder = join(root, '.cache/packed', createHash('sha256').update(build).digest('hex').slice(0, 12))
  if (!existsSync(folder)) {
    const start = performance.now()
    await ensureExamples(tell)
    const unfinished = `${folder}-${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    for (const each of packages) {
      const { status, stderr } = npm(['pack', '--pack-destination', unfinished], each.folder)
      if (status !== 0) throw new Error(`create: npm pack failed for ${each.manifest.name}\n${stderr}`)
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    tell(`packed ${packages.length} packages in ${seconds(start)}`)
  }
  return Object.fromEntries(packages.map(({ manifest }) => [manifest.name, join(folder, tarballOf(manifest))]))
}

/** Those that a project uses, and our packages that they depend on. */
function usedPackages() {
  const all = publicPackages(root)
  const names = new Set(USED)
  // A set visits what is added while it is visited.
  for (const name of names) {
    const dependencies = all.find(({ manifest }) => manifest.name === name)?.manifest['dependencies'] ?? {}
    for (const each of Object.keys(dependencies)) if (all.some(({ manifest }) => manifest.name === each)) names.add(each)
  }
  return all.filter(({ manifest }) => names.has(manifest.name))
}

/** @param {Manifest} manifest */
const tarballOf = ({ name, version }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
