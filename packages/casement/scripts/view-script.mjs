// The light flavour of the View SDK as one classic script, for pages that have no bundler, and as text for servers to inline.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify } from 'vite'
import { bundleScript } from './bundle-script.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))

/**
 * The script: a global `McpApp`, no imports, nothing that a strict policy forbids. Vite's minifier makes it a twentieth smaller
 * than esbuild's alone.
 */
export async function bundleViewScript() {
  const script = await bundleScript(join(folder, 'src/view/mcp-app/script.ts'))
  const { code } = await minify('mcp-app.js', script, {
    compress: { target: 'es2022' },
    mangle: { toplevel: true },
    codegen: true,
  })
  return code.trim()
}

// Inside a page `</script` would end the element that holds it.
const inlinable = (/** @type {string} */ script) => JSON.stringify(script.replaceAll('</', '<\\/'))

/** Writes the script as a source of the server, which hands it to pages as text. Names the file. */
export async function writeScriptModule() {
  const file = 'src/server/generated/mcp-app-script.ts'
  const text = `// Made by scripts/view-script.mjs from ../../view; \`npm run build\` makes it anew.\n\n/** The script \`mcp-app.js\`, fit to stand inside a \`<script>\`. */\nexport const MCP_APP_SCRIPT = ${inlinable(await bundleViewScript())}\n`
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
  return [file]
}

/** Writes the script and its text module, and names the files. */
export async function writeViewScript() {
  const script = await bundleViewScript()
  const text = `/** The script \`mcp-app.js\`, to put inside a \`<script>\`. */\nexport const mcpAppScript = ${inlinable(script)}\n`
  const types = '/** The script `mcp-app.js`, to put inside a `<script>`. */\nexport declare const mcpAppScript: string\n'
  const files = { 'dist/mcp-app.js': `${script}\n`, 'dist/view/script.js': text, 'dist/view/script.d.ts': types }
  await Promise.all(Object.entries(files).map(([file, content]) => writeFile(join(folder, file), content)))
  return Object.keys(files)
}
