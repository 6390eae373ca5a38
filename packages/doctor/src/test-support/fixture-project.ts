import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Target } from '../connect/target.ts'
import type { Fields } from '../static/fields.ts'
import { CAPABILITIES, CONTENT, RESOURCE, RESULT, targetOf, TOOL, type FixtureServer } from './fixture-server.ts'

/** The files of a small server that says what a fixture says, with its View in a file of its own. */
export function projectFiles(server: FixtureServer): Record<string, string> {
  const {
    info = { name: 'weather', version: '1.0.0' },
    capabilities = CAPABILITIES,
    tools = [TOOL],
    resources = [RESOURCE],
    contents = [CONTENT],
    result = RESULT,
    readable,
  } = server
  const texts = contents.map(({ text }) => text)
  const html = typeof texts[0] === 'string' ? texts[0] : undefined
  const items = contents.map((item, at) =>
    at === 0 && html !== undefined
      ? code({ ...item, text: 0 }).replace(/text: 0/, `text: readFileSync(new URL('view.html', import.meta.url), 'utf8')`)
      : code(item),
  )
  return {
    'package.json': JSON.stringify({ name: 'weather-server', version: '2.1.0', type: 'module' }),
    'server.mjs': `import { readFileSync } from 'node:fs'

const info = ${code(info)}
const capabilities = ${code(capabilities)}
const tools = [${tools.map(code).join(', ')}]
const resources = [${resources.map(code).join(', ')}]
const contents = [${items.join(', ')}]
const result = ${code(result)}

export const parts = { initialize: { protocolVersion: '2025-11-25', serverInfo: info, capabilities }, tools, resources, contents, result }
export const readable = ${code(readable)}
`,
    ...(html !== undefined && { 'view.html': html }),
  }
}

/** A value as typical JavaScript source. */
function code(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(code).join(', ')}]`
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{ ${members.map(([name, each]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${code(each)}`).join(', ')} }`
}

let loads = 0

/** The server as the files say now, in this process. */
export async function loadProject(folder: string, { target: _target, says: _says, ...server }: FixtureServer): Promise<Target> {
  const url = `${pathToFileURL(join(folder, 'server.mjs')).href}?${loads++}`
  const { parts, readable } = (await import(/* @vite-ignore */ url)) as {
    parts: { initialize: { serverInfo: Fields; capabilities: Fields } } & Pick<
      FixtureServer,
      'tools' | 'resources' | 'contents' | 'result'
    >
    readable: string | undefined
  }
  const { initialize, ...rest } = parts
  const { capabilities, serverInfo: info } = initialize
  return targetOf({ ...server, ...rest, capabilities, info, ...(readable !== undefined && { readable }) })
}

/** The command that starts the server. */
export const commandOf = (folder: string): Target => ({ kind: 'stdio', command: 'node', args: ['server.mjs'], cwd: folder })
