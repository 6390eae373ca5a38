import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildResult, Metafile, Plugin } from 'esbuild'
import { build } from 'esbuild'
import { root } from '../scripts/setup.mjs'

/** One line of a published package's exports map that is code. */
export interface Entry {
  /** The entry as users import it: `casement/view`. */
  readonly name: string
  /** The TypeScript file behind it. */
  readonly source: string
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Record<string, string>
  readonly exports?: Record<string, string | { readonly types?: string; readonly default: string }>
}

const packages = join(root, 'packages')

/** The published packages by folder. */
export function publishedPackages(): { folder: string; manifest: Manifest }[] {
  return readdirSync(packages)
    .map((name) => join(packages, name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest }))
    .filter(({ manifest }) => !manifest.private)
}

/** Every entry of every published package that is code. */
export function codeEntries(): Entry[] {
  return publishedPackages().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
      if (typeof target === 'string') return []
      const source = target.default.replace(/^\.\/dist\//, './src/').replace(/\.js$/, '.ts')
      return [{ name: join(manifest.name, path), source: join(folder, source) }]
    }),
  )
}

const FRAMEWORKS = ['react', 'vue', 'svelte', 'svelte/*', 'solid-js', 'vite', 'vitest', 'vitest/*']

/** Bundles code that imports our entries by name, minified as a browser would get it, straight from the sources. Frameworks, the entries in `without` and, for what a page loads `first`, all that is imported on demand are left outside. */
export function bundle(
  code: string,
  { without = [], first = false }: { without?: readonly string[]; first?: boolean } = {},
): Promise<BuildResult<{ write: false; metafile: true }> & { metafile: Metafile }> {
  return build({
    stdin: { contents: code, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    external: ['node:*', ...FRAMEWORKS, ...dependencies()],
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    plugins: [...(first ? [nothingLater] : []), fromSource(without)],
    logLevel: 'silent',
  })
}

/** The dependencies of our packages: their size is not ours, and some run in Node only. */
function dependencies(): string[] {
  const names = publishedPackages().flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}))
  return names.flatMap((name) => (/^(casement|@casement)\b/.test(name) ? [] : [name, `${name}/*`]))
}

const nothingLater: Plugin = {
  name: 'nothing that is imported on demand',
  setup(building) {
    building.onResolve({ filter: /./ }, ({ path, kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined))
  },
}

const fromSource = (without: readonly string[]): Plugin => ({
  name: 'our entries from their sources',
  setup(building) {
    const entries = new Map(codeEntries().map(({ name, source }) => [name, source]))
    const outside = new Set(without.map((name) => entries.get(name)))
    building.onResolve({ filter: /^(casement|@casement)\b/ }, ({ path }) => ({
      path: entries.get(path) ?? path,
      external: !entries.has(path),
    }))
    building.onResolve({ filter: /^\..*\/index\.ts$/ }, ({ path, resolveDir }) =>
      outside.has(join(resolveDir, path)) ? { path, external: true } : undefined,
    )
  },
})
