// Bundles the two entries that are used without a bundler, inlined into HTML or loaded by URL, and copies the JSON Schema.
import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = ['app-with-deps', 'react/react-with-deps']
const SCHEMA = 'dist/generated/schema.json'

/** @returns {Promise<string[]>} the files, relative to the package */
export async function buildAssets() {
  await build({
    entryPoints: ENTRIES.map((name) => join(folder, 'src', `${name}.ts`)),
    outdir: join(folder, 'dist'),
    outbase: join(folder, 'src'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // React is a peer, as in the official bundle: two copies of it on one page do not work together.
    external: ['react'],
    logLevel: 'warning',
  })
  const schema = join(folder, SCHEMA)
  await mkdir(dirname(schema), { recursive: true })
  await copyFile(createRequire(import.meta.url).resolve('casement/protocol/schema.json'), schema)
  return [...ENTRIES.map((name) => `dist/${name}.js`), SCHEMA]
}
