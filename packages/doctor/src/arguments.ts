import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isProfileId, PROFILE_IDS, readProfile, type ProfileChoice } from 'casement/testing/profiles'
import { readEndpoint, readTarget, splitCommand } from './command-line/read-target.ts'
import type { Target } from './connect/target.ts'
import { isFields, type Fields } from './static/fields.ts'

/** How a report is written. */
export type Format = 'text' | 'json' | 'json-stream' | 'sarif' | 'junit'

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
  readonly profiles: readonly ProfileChoice[]
  readonly screenshots: string | undefined
  readonly act: boolean
  readonly strict: boolean
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
  --json-stream    JSON Lines: progress and findings as they come, then the report
  --timeout MS     for each request (10000)
  --static         only what can be said without a browser
  --browser PATH   show the views in this Chromium, Chrome or Edge
  --profile NAME   imitate this host: strict, claude, vscode, …, or all of them (strict)
  --host-profile FILE  imitate the host of a profile that casement probe made
  --screenshot DIR keep pictures of the views
  --act            let the views call tools that may change something while they are used
  --strict         warnings fail, too

Tools that say readOnlyHint are called with made-up arguments; others only when named by --tool.
Exits with 0 when no error was found, 1 with errors (with --strict also for warnings), 2 when it could not run.`

const OPTIONS = {
  tool: { type: 'string' },
  input: { type: 'string' },
  config: { type: 'string' },
  server: { type: 'string' },
  also: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  json: { type: 'boolean' },
  'json-stream': { type: 'boolean' },
  sarif: { type: 'boolean' },
  junit: { type: 'boolean' },
  'fix-hints': { type: 'boolean' },
  static: { type: 'boolean' },
  browser: { type: 'string' },
  profile: { type: 'string' },
  'host-profile': { type: 'string' },
  screenshot: { type: 'string' },
  act: { type: 'boolean' },
  strict: { type: 'boolean' },
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
  const formats = (['json', 'json-stream', 'sarif', 'junit'] as const).filter((name) => values[name])
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
    profiles: readProfiles(values.profile, values['host-profile']),
    screenshots: values.screenshot,
    act: values.act ?? false,
    strict: values.strict ?? false,
  }
}

function readProfiles(name: string | undefined, file: string | undefined): readonly ProfileChoice[] {
  const given = file === undefined ? [] : [readProfile(readFileSync(file, 'utf8'))]
  if (name === undefined) return given.length > 0 ? given : ['strict']
  return [...given, ...readNamedProfiles(name)]
}

function readNamedProfiles(name: string): readonly ProfileChoice[] {
  if (name === 'all') return PROFILE_IDS
  if (!isProfileId(name)) throw new Error(`--profile must be one of ${PROFILE_IDS.join(', ')} or all, not "${name}"`)
  return [name]
}

function readInput(text: string): Fields {
  const value = JSON.parse(text) as unknown
  if (!isFields(value)) throw new Error('--input must be a JSON object')
  return value
}
