// Writes the protocol as one JSON Schema document, from the built schemas.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * @param {string} outFile
 * @returns {Promise<void>}
 */
export async function writeJsonSchema(outFile) {
  const schemas = await import(new URL('../dist/protocol/schemas/index.js', import.meta.url).href)
  const named = Object.entries(schemas)
    .filter(([name]) => /^[A-Z].*Schema$/.test(name))
    .map(([name, schema]) => [name.slice(0, -'Schema'.length), schema])
  const document = schemas.toJsonSchemaDocument(Object.fromEntries(named), {
    title: 'MCP Apps',
    description: 'Messages, capabilities and metadata of MCP Apps 2026-01-26 and its draft, with the parts of MCP they use.',
  })
  await mkdir(dirname(outFile), { recursive: true })
  await writeFile(outFile, `${JSON.stringify(document, null, 2)}\n`)
}
