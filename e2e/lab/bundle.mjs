// Bundles a page's script with esbuild while the test sets up, so that a test never sees yesterday's build.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `casement/view` is its source here: what is tested is the working tree, built or not. @type {import('esbuild').Plugin} */
const fromSource = {
  name: 'casement-from-source',
  setup(bundling) {
    bundling.onResolve({ filter: /^casement\// }, ({ path }) => {
      const source = `${root}packages/casement/src/${path.slice('casement/'.length)}`
      return { path: existsSync(`${source}.ts`) ? `${source}.ts` : `${source}/index.ts` }
    })
  },
}

/**
 * The entry and all it imports as one script: a classic one, or a module. The entry is a file, or a few lines that import relative to a folder.
 * @param {URL | { code: string, folder: URL }} entry
 * @param {{ minify?: boolean, format?: 'iife' | 'esm' }} [options]
 * @returns {Promise<string>}
 */
export async function bundleScript(entry, { minify = false, format = 'iife' } = {}) {
  const { outputFiles } = await build({
    ...(entry instanceof URL
      ? { entryPoints: [fileURLToPath(entry)] }
      : { stdin: { contents: entry.code, resolveDir: fileURLToPath(entry.folder) } }),
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    jsx: 'automatic',
    minify,
    // An inline script ends at the first closing tag, even inside a string; esbuild escapes it.
    supported: { 'inline-script': false },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [fromSource],
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
