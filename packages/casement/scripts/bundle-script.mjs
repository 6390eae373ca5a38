import { build } from 'esbuild'

/**
 * One small classic script, as text, from a source and all it imports.
 * @param {string} entry
 * @param {import('esbuild').BuildOptions} [more]
 */
export async function bundleScript(entry, more = {}) {
  const { outputFiles = [] } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    ...more,
  })
  return outputFiles[0]?.text.trim() ?? ''
}
