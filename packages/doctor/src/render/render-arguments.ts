import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isProfileId, PROFILE_IDS, readProfile, type ProfileChoice } from 'casement/testing/profiles'
import { readTarget, splitCommand } from '../command-line/read-target.ts'
import type { Target } from '../connect/target.ts'
import { isFields, type Fields } from '../static/fields.ts'
import type { RenderOptions } from './render-view.ts'

/** The parsed arguments of the command. */
export interface RenderCall {
  readonly target: Target
  /** The file of the picture. */
  readonly out: string
  readonly json: boolean
  readonly options: RenderOptions
}

/** The manual of the command. */
export const HELP = `casement render: save a picture of a View

Usage:
  casement render [options] URL --tool NAME --out FILE
  casement render [options] --tool NAME --out FILE -- COMMAND [ARGS...]
  casement render [options] --config FILE --server NAME --tool NAME --out FILE

Options:
  --tool <name>          tool to call; its View is rendered
  --out <file>           PNG file to write
  --args <json>          arguments of the call (default: generated from the schema)
  --result <json>        show this tool result instead of calling the tool
  --theme <name>         light or dark (default: light)
  --width <px>           width of the View (default: 720)
  --height <px>          maximum height of the View (default: 900)
  --locale <tag>         language of the user (default: en-US)
  --profile <name>       emulate strict, spec-lenient, claude, chatgpt, vscode or goose
                         (default: strict)
  --host-profile <file>  emulate the host of a profile (from casement probe)
  --header "<k>: <v>"    send this header with every request; can be repeated
  --timeout <ms>         for each request and the handshake (default: 10000)
  --browser <path>       Chromium, Chrome or Edge to use
  --act                  let the View call tools without readOnlyHint
  --json                 print accessibility tree, console, violations and size
  -h, --help             show this help

Example:
  casement render --tool forecast --theme dark --out forecast.png -- node server.js

Exit codes: 0 rendered, 1 rendered with a problem (an exception, a policy violation,
an empty frame), 2 no picture (no connection, unknown tool, no browser)`

const OPTIONS = {
  tool: { type: 'string' },
  out: { type: 'string' },
  args: { type: 'string' },
  result: { type: 'string' },
  theme: { type: 'string' },
  width: { type: 'string' },
  height: { type: 'string' },
  locale: { type: 'string' },
  profile: { type: 'string' },
  'host-profile': { type: 'string' },
  config: { type: 'string' },
  server: { type: 'string' },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  browser: { type: 'string' },
  act: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const MAX_PIXELS = 10_000

/** Parses the arguments; undefined for --help. Throws an error that names the invalid one. */
export function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): RenderCall | undefined {
  const { args, command } = splitCommand(argv)
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) return undefined
  const { tool, out, server, config } = values
  if (tool === undefined) throw new Error('which tool? Name it with --tool NAME')
  if (out === undefined) throw new Error('where to? Name the file of the picture with --out FILE')
  const naming = { config, headers: values.header ?? [], environment }
  return {
    target: readTarget(server === undefined ? positionals : [...positionals, server], command, naming),
    out,
    json: values.json ?? false,
    options: {
      tool,
      arguments: readJson('--args', values.args),
      result: readJson('--result', values.result),
      theme: readTheme(values.theme),
      width: readNumber('--width', values.width, MAX_PIXELS),
      height: readNumber('--height', values.height, MAX_PIXELS),
      locale: readLocale(values.locale),
      profile: readProfileChoice(values.profile, values['host-profile']),
      timeout: readNumber('--timeout', values.timeout, Number.MAX_SAFE_INTEGER),
      browser: values.browser,
      act: values.act ?? false,
    },
  }
}

function readJson(option: string, text: string | undefined): Fields | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isFields(value)) return value
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new Error(`${option} must be a JSON object, not ${text}`)
}

function readTheme(text: string | undefined): 'light' | 'dark' | undefined {
  if (text === undefined || text === 'light' || text === 'dark') return text
  throw new Error(`--theme must be light or dark, not "${text}"`)
}

function readNumber(option: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d*$/.test(text) && Number(text) <= max) return Number(text)
  throw new Error(`${option} must be a whole number from 1 to ${max}, not "${text}"`)
}

function readLocale(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return new Intl.Locale(text).toString()
  } catch {
    throw new Error(`--locale must be a language tag such as de-DE, not "${text}"`)
  }
}

function readProfileChoice(name: string | undefined, file: string | undefined): ProfileChoice | undefined {
  if (file !== undefined && name !== undefined)
    throw new Error('--profile and --host-profile cannot be combined. Remove one of them')
  if (file !== undefined) return readProfile(readFileSync(file, 'utf8'))
  if (name === undefined || isProfileId(name)) return name
  throw new Error(`--profile must be one of ${PROFILE_IDS.join(', ')}, not "${name}"`)
}
