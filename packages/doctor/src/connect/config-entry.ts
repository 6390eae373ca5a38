import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isFields, type Fields } from '../static/fields.ts'
import type { Target } from './target.ts'

/** Reads one server of a configuration file that has `mcpServers`, or `servers` as VS Code calls them. Throws an error that says what is wrong. */
export function readConfigEntry(file: string, name: string | undefined, environment: Readonly<NodeJS.ProcessEnv>): Target {
  const parsed = JSON.parse(readFileSync(file, 'utf8')) as unknown
  const servers = isFields(parsed) ? (parsed['mcpServers'] ?? parsed['servers']) : undefined
  if (!isFields(servers)) throw new Error(`${file}: the object "mcpServers" is missing`)
  const names = Object.keys(servers)
  const wanted = name ?? (names.length === 1 ? names[0] : undefined)
  const server = wanted === undefined ? undefined : servers[wanted]
  if (!isFields(server)) {
    const known = names.join(', ') || 'there is none in the file'
    throw new Error(
      `${file}: ${name === undefined ? 'choose a server with --server NAME' : `no server is called "${name}"`}: ${known}`,
    )
  }
  return readServer(server, dirname(resolve(file)), (text) => expand(text, environment, file))
}

function readServer(server: Fields, folder: string, fill: (text: string) => string): Target {
  const { url, command, args, cwd } = server
  const texts = (value: unknown): Record<string, string> =>
    Object.fromEntries(Object.entries(isFields(value) ? value : {}).map(([key, text]) => [key, fill(String(text))]))
  if (typeof url === 'string') return { kind: 'http', url: fill(url), headers: texts(server['headers']) }
  if (typeof command !== 'string') throw new Error('the server has neither a "url" nor a "command"')
  return {
    kind: 'stdio',
    command: fill(command),
    args: Array.isArray(args) ? args.map((each) => fill(String(each))) : [],
    env: texts(server['env']),
    ...(typeof cwd === 'string' && { cwd: resolve(folder, fill(cwd)) }),
  }
}

const expand = (text: string, environment: Readonly<NodeJS.ProcessEnv>, file: string): string =>
  text.replaceAll(/\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g, (_, name: string, fallback: string | undefined) => {
    const value = environment[name] ?? fallback
    if (value === undefined) throw new Error(`${file} uses ${name}, which is not set`)
    return value
  })
