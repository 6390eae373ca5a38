import { build } from 'esbuild'

/** A View bundled into one script, as its author would build it. @param {string} code @param {'js' | 'jsx'} [loader] */
export async function officialScript(code, loader = 'js') {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader },
    bundle: true,
    minify: true,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    legalComments: 'none',
  })
  return (outputFiles[0]?.text ?? '').replaceAll('</', '<\\/')
}
