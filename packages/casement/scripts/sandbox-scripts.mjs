// The scripts of the sandbox as text: what runs in the proxy page and before a View. The handler carries them in its own modules,
// so that it needs no file system.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScript } from './bundle-script.mjs'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const sources = join(packageFolder, 'src/sandbox')

const bundle = (/** @type {string} */ entry, /** @type {import('esbuild').Plugin[]} */ plugins = []) =>
  bundleScript(join(sources, entry), { plugins })

/** @param {string} text */
const literal = (text) => `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``

/** The tap goes into the opaque proxy as text, straight from its sources. */
const withTap = (/** @type {string} */ tap) => ({
  name: 'tap-text',
  setup(/** @type {import('esbuild').PluginBuild} */ plugin) {
    plugin.onResolve({ filter: /generated\/tap-script\.ts$/ }, () => ({ path: 'tap', namespace: 'tap' }))
    plugin.onLoad({ filter: /./, namespace: 'tap' }, () => ({
      contents: `export const TAP_SCRIPT = ${literal(tap)}`,
      loader: 'js',
    }))
  },
})

/** The reasons of refused entries are for readers of reports; the proxy has none. */
const withoutSentences = {
  name: 'codes-only',
  setup(/** @type {import('esbuild').PluginBuild} */ plugin) {
    const contents = 'export const refuse = (where, entry, code) => ({ where, code })'
    plugin.onLoad({ filter: /policy[\\/]refusal\.ts$/ }, () => ({ contents, loader: 'js' }))
  },
}

/** The three scripts, made from the sources as they are now. */
export async function bundleSandboxScripts() {
  const tap = await bundle('tap/tap.ts')
  const [proxy, opaque] = await Promise.all([
    bundle('proxy/served-proxy.ts'),
    bundle('proxy/opaque-proxy.ts', [withTap(tap), withoutSentences]),
  ])
  return { tap, proxy, opaque }
}

/** @param {Record<string, [doc: string, text: string]>} constants */
const moduleText = (constants) =>
  `// Made by scripts/sandbox-scripts.mjs from ../proxy and ../tap. \`npm run build\` regenerates it.\n\n${Object.entries(
    constants,
  )
    .map(([name, [doc, text]]) => `/** ${doc} */\nexport const ${name} = ${literal(text)}\n`)
    .join('\n')}`

/** The modules that carry the scripts, by path from the folder of the sandbox. */
export async function sandboxScriptModules() {
  const { tap, proxy, opaque } = await bundleSandboxScripts()
  return {
    'generated/tap-script.ts': moduleText({ TAP_SCRIPT: ['Runs in the View, before its first byte.', tap] }),
    'generated/proxy-scripts.ts': moduleText({
      PROXY_SCRIPT: ['Runs in the proxy page that the handler serves.', proxy],
      OPAQUE_PROXY_SCRIPT: ['Runs in the proxy page of opaque mode.', opaque],
    }),
  }
}

/**
 * Writes the modules, for the compiler to find.
 * @returns {Promise<string[]>} their paths from the folder of the package
 */
export async function writeSandboxModules() {
  const modules = Object.entries(await sandboxScriptModules())
  for (const [path, text] of modules) write(join(sources, path), text)
  return modules.map(([path]) => `src/sandbox/${path}`)
}

/**
 * Writes the static proxy page, once the code is compiled.
 * @returns {Promise<string[]>} its path from the folder of the package
 */
export async function writeSandboxPage() {
  const { proxyPage } = await import(new URL('../dist/sandbox/documents/proxy-page.js', import.meta.url).href)
  const { opaque } = await bundleSandboxScripts()
  const page = 'dist/sandbox-proxy.html'
  write(join(packageFolder, page), `${proxyPage(opaque)}\n`)
  return [page]
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
