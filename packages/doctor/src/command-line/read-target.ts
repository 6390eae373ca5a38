import { readConfigEntry } from '../connect/config-entry.ts'
import type { Target } from '../connect/target.ts'

/** The context for naming servers on a command line. */
export interface Naming {
  /** A configuration file: what is no address is the name of a server in it. */
  readonly config: string | undefined
  /** As `Name: value`, for every address. */
  readonly headers: readonly string[]
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

/** The arguments before "--", and the command after it. */
export function splitCommand(argv: readonly string[]): { readonly args: string[]; readonly command: readonly string[] } {
  const end = argv.indexOf('--')
  return end < 0 ? { args: [...argv], command: [] } : { args: argv.slice(0, end), command: argv.slice(end + 1) }
}

/** The server that is meant: by one name, by its command, or the only one of a configuration file. Throws an error that says what is wrong. */
export function readTarget(names: readonly string[], [command, ...args]: readonly string[], naming: Naming): Target {
  const [name, ...more] = names
  if (more.length > 0 || (name !== undefined && command !== undefined))
    throw new Error('more than one server is given. Pass one URL, one command after "--", or one --server')
  if (command !== undefined) return { kind: 'stdio', command, args }
  if (name !== undefined) return readEndpoint(name, naming)
  if (naming.config !== undefined) return readConfigEntry(naming.config, undefined, naming.environment)
  throw new Error('no server is given. Pass its URL, its command after "--", or --config FILE')
}

/** A server by its address or by its name in the configuration file. Throws an error that says what is wrong. */
export function readEndpoint(name: string, { config, headers, environment }: Naming): Target {
  if (isHttpAddress(name)) return { kind: 'http', url: name, headers: Object.fromEntries(headers.map(readHeader)) }
  if (config !== undefined) return readConfigEntry(config, name, environment)
  throw new Error(
    `"${name}" is not an http or https URL. To start a server, write its command after "--": -- ${name}. To name one, add --config FILE`,
  )
}

/** Whether a text is an address that can be fetched. */
export const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function readHeader(header: string): [string, string] {
  const colon = header.indexOf(':')
  if (colon < 1) throw new Error(`--header must be "Name: value", not "${header}"`)
  return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()]
}
