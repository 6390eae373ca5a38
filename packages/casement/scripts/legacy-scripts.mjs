// The scripts that run before legacy pages, as text in a module: hosts and servers insert them before a document.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScript } from './bundle-script.mjs'

const sources = fileURLToPath(new URL('../src/legacy/', import.meta.url))

/** @type {Record<string, [file: string, doc: string]>} */
const SCRIPTS = {
  WIDGET_IN_APPS_HOST: ['widget-in-apps-host.ts', 'Before a widget of MCP-UI, in a host of MCP Apps.'],
  WIDGET_IN_OPENAI: ['widget-in-openai.ts', 'Before a widget of MCP-UI, in ChatGPT.'],
  OPENAI_IN_APPS_HOST: ['openai-in-apps-host.ts', 'Before a widget of ChatGPT, in a host of MCP Apps.'],
  APPS_IN_LEGACY_HOST: ['apps-in-legacy-host.ts', 'Before a View of MCP Apps, in a host of MCP-UI.'],
  PATCHABLE_PARENT: ['patchable-parent.ts', 'Before a widget that @mcp-ui/server adapted to MCP Apps.'],
  LEGACY_PROXY: ['legacy-proxy.ts', 'The page between a host of MCP-UI and a widget.'],
  WIDGET_LOADED: ['widget-loaded.ts', 'Before a widget of MCP-UI, in a host of MCP-UI that frames it through a proxy.'],
  REMOTE_DOM: ['remote-dom.ts', 'Runs a script of remote DOM, in the body of its document.'],
}

// An inline script ends at the first closing tag, even inside a string; esbuild escapes it.
const bundle = (/** @type {string} */ file) =>
  bundleScript(join(sources, 'frame', file), { supported: { 'inline-script': false } })

/** The module that carries the scripts. */
export async function legacyScriptModule() {
  const constants = await Promise.all(
    Object.entries(SCRIPTS).map(
      async ([name, [file, doc]]) => `/** ${doc} */\nexport const ${name}: string = ${JSON.stringify(await bundle(file))}\n`,
    ),
  )
  return `// Made by scripts/legacy-scripts.mjs from ../frame; \`npm run build\` makes it anew.\n\n${constants.join('\n')}`
}

/**
 * Writes the module, for the compiler to find.
 * @returns {Promise<string[]>} its path from the folder of the package
 */
export async function writeLegacyModule() {
  const file = join(sources, 'generated/frame-scripts.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await legacyScriptModule())
  return ['src/legacy/generated/frame-scripts.ts']
}
