// Bundles what runs in the browser into dist/page: the page that Views are mounted in, and what is looked up inside of them.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('..', import.meta.url))
const ENTRIES = ['host-page', 'inside-view', 'refuse-handshake']

/** @returns {Promise<string[]>} the files, relative to the package */
export async function buildAssets() {
  await build({
    entryPoints: ENTRIES.map((name) => join(folder, 'src/page', `${name}.ts`)),
    outdir: join(folder, 'dist/page'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
  return ENTRIES.map((name) => `dist/page/${name}.js`)
}
