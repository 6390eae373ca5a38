import { parseArgs } from 'node:util'
import { isProfileId, PROFILE_IDS, type ProfileId } from 'casement/testing/profiles'
import { readEndpoint, readTarget, splitCommand } from './command-line/read-target.ts'
import type { Target } from './connect/target.ts'
import { isFields, type Fields } from './static/fields.ts'

/** How a report is written. */
export type Format = 'text' | 'json' | 'sarif' | 'junit'

/** What the command was called for. */
export interface Call {
  readonly target: Target
  /** Further endpoints of the same server. */
  readonly also: readonly Target[]
  readonly format: Format
  readonly fixHints: boolean
  readonly tool: string | undefined
  readonly input: Fields | undefined
  readonly timeout: number
  readonly isStatic: boolean
  readonly browser: string | undefined
  readonly profiles: readonly ProfileId[]
  readonly screenshots: string | undefined
}

/** The manual of the command. */
export const HELP = `casement doctor URL                          a server by its address
casement doctor -- COMMAND ARGS…             a server that is started
casement doctor --config FILE --server NAME  a server of a configuration file

  --tool NAME      only this tool; it is called, too
  --input JSON     arguments for that call
  --also URL|NAME  another endpoint of the same server, which must agree; a NAME needs --config (may be repeated)
  --header "K: V"  sent with every request (may be repeated)
  --fix-hints      show each fix in code
  --json, --sarif, --junit
  --timeout MS     for each request (10000)
  --static         only what can be said without a browser
  --browser PATH   show the views in this Chromium, Chrome or Edge
  --profile NAME   imitate this host: strict, claude, vscode, …, or all of them (strict)
  --screenshot DIR keep pictures of the views

Tools that say readOnlyHint are called with made-up arguments; others only when named by --tool.
Ends with 0 when nothing was found but hints, 1 with findings, 2 when it could not run.`

const OPTIONS = {
  tool: { type: 'string' },
  input: { type: 'string' },
  config: { type: 'string' },
  server: { type: 'string' },
  also: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  junit: { type: 'boolean' },
  'fix-hints': { type: 'boolean' },
  static: { type: 'boolean' },
  browser: { type: 'string' },
  profile: { type: 'string' },
  screenshot: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the arguments; undefined when help was asked for. Throws an error that says what is wrong. */
export function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): Call | undefined {
  const { args, command } = splitCommand(argv)
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) return undefined
  const { config, server, tool, timeout = '10000' } = values
  if (!(Number(timeout) > 0)) throw new Error(`--timeout must be a number of milliseconds, not "${timeout}"`)
  const input = values.input === undefined ? undefined : readInput(values.input)
  if (input && tool === undefined) throw new Error('--input needs --tool')
  const formats = (['json', 'sarif', 'junit'] as const).filter((name) => values[name])
  if (formats.length > 1) throw new Error(`--${formats.join(' and --')} do not go together`)
  const naming = { config, headers: values.header ?? [], environment }
  return {
    target: readTarget(server === undefined ? positionals : [...positionals, server], command, naming),
    also: (values.also ?? []).map((name) => readEndpoint(name, naming)),
    format: formats[0] ?? 'text',
    fixHints: values['fix-hints'] ?? false,
    tool,
    input,
    timeout: Number(timeout),
    isStatic: values.static ?? false,
    browser: values.browser,
    profiles: readProfiles(values.profile),
    screenshots: values.screenshot,
  }
}

function readProfiles(name = 'strict'): readonly ProfileId[] {
  if (name === 'all') return PROFILE_IDS
  if (!isProfileId(name)) throw new Error(`--profile must be one of ${PROFILE_IDS.join(', ')} or all, not "${name}"`)
  return [name]
}

function readInput(text: string): Fields {
  const value = JSON.parse(text) as unknown
  if (!isFields(value)) throw new Error('--input must be a JSON object')
  return value
}
