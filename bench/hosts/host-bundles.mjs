// The sizes of a host page's scripts: the initial chunks, and all of them with those that are loaded on demand.
import { fileURLToPath } from 'node:url'
import { build as esbuild } from 'esbuild'
import { gzipSize, viteChunks } from '../views/minimal/bundlers.mjs'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** @typedef {{ code: string, imports: string[], dynamicImports: string[], isEntry: boolean }} Chunk */
/** @typedef {{ name: string, bytes: number, isInitial: boolean }} ChunkSize */
/** @typedef {{ first: number, all: number, chunks: ChunkSize[] }} Sizes Bytes; every file is compressed on its own. */

/** @param {Map<string, Chunk>} chunks @returns {Sizes} */
function sizesOf(chunks) {
  const chunkOf = (/** @type {string} */ name) => {
    const chunk = chunks.get(name)
    if (!chunk) throw new Error(`${name} is imported, but was not built`)
    return chunk
  }
  // Only chunks that can be reached: esbuild also writes some that only an unused file would import.
  const reach = (/** @type {(chunk: Chunk) => string[]} */ next) => {
    const names = new Set([...chunks].filter(([, { isEntry }]) => isEntry).map(([name]) => name))
    for (const name of names) for (const other of next(chunkOf(name))) names.add(other)
    return names
  }
  const initial = reach(({ imports }) => imports)
  const all = reach(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  const sizes = [...all].map((name) => ({ name, bytes: gzipSize(chunkOf(name).code), isInitial: initial.has(name) }))
  const sum = (/** @type {ChunkSize[]} */ list) => list.reduce((total, { bytes }) => total + bytes, 0)
  return { first: sum(sizes.filter(({ isInitial }) => isInitial)), all: sum(sizes), chunks: sizes }
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
