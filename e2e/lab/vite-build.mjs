// Builds an example the way its users do, with Vite and its own configuration, but on the working tree.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const source = fileURLToPath(new URL('../../packages/casement/src/', import.meta.url))

/** @type {import('vite').Plugin} */
const fromSource = {
  name: 'casement-from-source',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('casement/') ? `${source}${id.slice('casement/'.length)}/index.ts` : undefined),
}

/**
 * The files of an example's build by their names. It is a development build: React does things twice only there.
 * @param {URL} folder
 * @returns {Promise<{ name: string, body: string, type: string }[]>}
 */
export async function buildExample(folder) {
  const root = fileURLToPath(folder)
  const built = await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'silent',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [fromSource],
    build: { write: false, minify: false, modulePreload: false },
  })
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built)
  return output.map((file) => ({
    name: file.fileName,
    body: file.type === 'chunk' ? file.code : String(file.source),
    type: file.fileName.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript',
  }))
}
