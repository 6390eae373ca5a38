import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isProfileId, PROFILE_IDS, readProfile, type ProfileChoice } from 'casement/testing/profiles'
import { readEndpoint, readTarget, splitCommand } from './command-line/read-target.ts'
import type { Target } from './connect/target.ts'
import { isFields, type Fields } from './static/fields.ts'

/** The format of a report. */
export type Format = 'text' | 'json' | 'json-stream' | 'sarif' | 'junit'

/** The parsed arguments of the command. */
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
  /** The options of `--fix`; undefined without it. */
  readonly fix: FixCall | undefined
}

/** The options of `--fix`. */
export interface FixCall {
  /** True to write the fixes, not only show them. */
  readonly write: boolean
  /** The folder of the project. Nothing outside of it is written. */
  readonly root: string
  /** A file for the patch. */
  readonly out: string | undefined
}

/** The output of `--help`. */
export const HELP = `casement doctor: find out why a View does not render

Usage:
  casement doctor [options] URL                          a server by its URL
  casement doctor [options] -- COMMAND [ARGS...]         a server started by a command
  casement doctor [options] --config FILE --server NAME  a server of a configuration file

Examination:
  --tool <name>          examine only this tool, and call it
  --input <json>         arguments of that call
  --act                  let Views call tools without readOnlyHint while they are used
  --static               skip the checks that need a browser
  --profile <name>       emulate strict, claude, vscode, ... or all (default: strict)
  --host-profile <file>  emulate the host of a profile (from casement probe)
  --also <url|name>      another endpoint that must match; can be repeated
  --header "<k>: <v>"    send this header with every request; can be repeated
  --timeout <ms>         for each request (default: 10000)
  --browser <path>       Chromium, Chrome or Edge to use

Report:
  --json, --sarif, --junit
                         print the report in this format
  --json-stream          print progress, findings and the report as JSON Lines
  --fix-hints            show each fix in code
  --screenshot <dir>     save screenshots of the Views
  --strict               exit with 1 for warnings as well

Repair:
  --fix                  show a patch for each finding that can be repaired
  --write                apply the patches, repeat the checks, undo what made it worse
  --root <dir>           folder of the project (default: the current folder)
  --out <file>           save the patches in this file

Tools with readOnlyHint are called with generated arguments. Other tools are
called only if --tool names them.

Examples:
  casement doctor http://localhost:3000/mcp
  casement doctor --fix --tool forecast -- node server.js

Exit codes: 0 no errors, 1 errors found, 2 could not run`

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
  fix: { type: 'boolean' },
  write: { type: 'boolean' },
  root: { type: 'string' },
  out: { type: 'string' },
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

/** Parses the arguments; undefined for --help. Throws an error that names the invalid one. */
export function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): Call | undefined {
  const { args, command } = splitCommand(argv)
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) return undefined
  const { config, server, tool, timeout = '10000' } = values
  if (!(Number(timeout) > 0)) throw new Error(`--timeout must be a number of milliseconds, not "${timeout}"`)
  const input = values.input === undefined ? undefined : readInput(values.input)
  if (input && tool === undefined) throw new Error('--input requires --tool: the tool that is called with these arguments')
  const formats = (['json', 'json-stream', 'sarif', 'junit'] as const).filter((name) => values[name])
  if (formats.length > 1) throw new Error(`--${formats.join(' and --')} cannot be combined. Choose one format`)
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
    fix: readFix(values, formats[0]),
  }
}

function readFix(
  values: { readonly fix?: boolean; readonly write?: boolean; readonly root?: string; readonly out?: string },
  format: Format | undefined,
): FixCall | undefined {
  const { fix = false, write = false, root, out } = values
  const alone = (['write', 'root', 'out'] as const).find((name) => values[name] !== undefined)
  if (!fix && alone !== undefined) throw new Error(`--${alone} requires --fix`)
  if (!fix) return undefined
  if (format === 'sarif' || format === 'junit') throw new Error(`--fix and --${format} cannot be combined. Use --json`)
  const folder = resolve(root ?? '.')
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`--root: ${folder} is not a folder`)
  return { write, root: folder, out }
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
  if (!isFields(value)) throw new Error(`--input must be a JSON object, not ${text}`)
  return value
}
