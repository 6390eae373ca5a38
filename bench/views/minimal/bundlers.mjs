// Two bundlers, told nothing but to make one small file for browsers.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { FOLDER } from './entries.mjs'

const folder = fileURLToPath(FOLDER)

/** Bytes as they travel. @param {string} text */
export const gzipSize = (text) => gzipSync(text, { level: 9 }).length

/** @param {string} code @returns {Promise<string>} */
export async function bundleWithEsbuild(code) {
  const { outputFiles } = await esbuild({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  return outputFiles.map(({ text }) => text).join('')
}

/**
 * Vite's output for an entry that is not in a file.
 * @param {string} code
 * @param {string} root
 */
export async function viteChunks(code, root) {
  const entry = `${root}entry-of-bench.mjs`
  const result = await vite({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) }],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) => ('output' in each ? each.output : []))
  return outputs.flatMap((file) => ('code' in file ? [file] : []))
}

/** @param {string} code @returns {Promise<string>} */
export const bundleWithVite = async (code) => (await viteChunks(code, folder)).map((chunk) => chunk.code).join('')
