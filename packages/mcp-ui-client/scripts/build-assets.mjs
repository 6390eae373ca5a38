// The files that the package ships beside its compiled code.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Runs after the compiler. Bundles the web component, which a page loads as one file. */
export async function buildAssets() {
  const file = 'dist/ui-resource-renderer.wc.js'
  await build({
    absWorkingDir: folder,
    entryPoints: ['dist/web-component.js'],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  })
  return [file]
}
