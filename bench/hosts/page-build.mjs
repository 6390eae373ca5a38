// Builds host pages and Views with Vite and its defaults, as the users of both SDKs do: what is measured is the published package, with
// the chunks that its users get.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** @typedef {import('vite').Rolldown.OutputChunk} OutputChunk */

/**
 * The chunks of an entry that is not a file.
 * @param {{ code: string, folder: URL, base?: string, singleFile?: boolean }} options
 * @returns {Promise<OutputChunk[]>}
 */
async function buildChunks({ code, folder, base = '/', singleFile = false }) {
  const root = fileURLToPath(folder)
  const entry = `${root}bench-entry.mjs`
  const result = await build({
    root,
    base,
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'bench-entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) }],
    build: {
      write: false,
      ...(singleFile && { modulePreload: false }),
      rolldownOptions: { input: entry, ...(singleFile && { output: { codeSplitting: false } }) },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
  return outputs.flatMap((file) => (file.type === 'chunk' ? [file] : []))
}

/**
 * A View: one HTML document with its script inline, as a server sends it.
 * @param {{ code: string, folder: URL }} options
 */
export const buildView = async (options) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>View</title></head><body>${await inlineScript(options)}</body></html>`

/**
 * A bundle as an inline script.
 * @param {{ code: string, folder: URL }} options
 */
export async function inlineScript(options) {
  const [chunk, ...others] = await buildChunks({ ...options, singleFile: true })
  if (!chunk || others.length > 0) throw new Error('The bundle is not a single file')
  // An inline script ends at the first closing tag, even inside a string.
  return `<script type="module">${chunk.code.replaceAll('</script', String.raw`<\/script`)}</script>`
}

/**
 * A host page: its HTML and its script files by path.
 * @param {{ code: string, folder: URL, base: string }} options
 * @returns {Promise<Map<string, { body: string, type: string }>>}
 */
export async function buildHostPage(options) {
  const chunks = await buildChunks(options)
  /** @type {Map<string, { body: string, type: string }>} */
  const files = new Map(
    chunks.map(({ fileName, code }) => [`${options.base}${fileName}`, { body: code, type: 'text/javascript; charset=utf-8' }]),
  )
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The host page has no entry chunk')
  const preloads = entry.imports.map((name) => `<link rel="modulepreload" crossorigin href="${options.base}${name}">`)
  const script = `<script type="module" crossorigin src="${options.base}${entry.fileName}"></script>`
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>host</title>${script}${preloads.join('')}</head><body></body></html>`
  return files.set(options.base, { body, type: 'text/html; charset=utf-8' })
}
