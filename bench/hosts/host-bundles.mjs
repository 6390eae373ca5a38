// What a page loads before it can do anything, and what it may load later, when something is needed for the first time.
import { fileURLToPath } from 'node:url'
import { build as esbuild } from 'esbuild'
import { gzipSize, viteChunks } from '../views/minimal/bundlers.mjs'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** @typedef {{ code: string, imports: string[], dynamicImports: string[], isEntry: boolean }} Chunk */
/** @typedef {{ first: number, all: number }} Sizes Bytes, by gzip, of each file on its own as it travels. */

/** @param {Map<string, Chunk>} chunks @returns {Sizes} */
function sizesOf(chunks) {
  const weigh = (/** @type {(chunk: Chunk) => string[]} */ next) => {
    const names = new Set([...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name))
    for (const name of names) for (const other of next(chunkOf(name))) names.add(other)
    return [...names].reduce((sum, name) => sum + gzipSize(chunkOf(name).code), 0)
  }
  const chunkOf = (/** @type {string} */ name) => {
    const chunk = chunks.get(name)
    if (!chunk) throw new Error(`${name} is imported, but was not built`)
    return chunk
  }
  // By what is reached: esbuild also writes what only a file that nobody needs would have imported.
  return {
    first: weigh(({ imports }) => imports),
    all: weigh(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
  }
}

/** @param {string} code @returns {Promise<Sizes>} */
export async function measureWithEsbuild(code) {
  const { outputFiles, metafile } = await esbuild({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: folder,
    absWorkingDir: folder,
    format: 'esm',
    logLevel: 'silent',
  })
  const outputs = Object.entries(metafile.outputs)
  return sizesOf(
    new Map(
      outputs.map(([name, { imports, entryPoint }]) => [
        name,
        {
          code: outputFiles.find(({ path }) => path.endsWith(`/${name}`))?.text ?? '',
          imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
          dynamicImports: imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
          isEntry: entryPoint === '<stdin>',
        },
      ]),
    ),
  )
}

/** @param {string} code @returns {Promise<Sizes>} */
export async function measureWithVite(code) {
  const chunks = await viteChunks(code, folder)
  return sizesOf(new Map(chunks.map((chunk) => [chunk.fileName, chunk])))
}
