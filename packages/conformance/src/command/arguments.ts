import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Target } from '@casement/doctor'
import { readTarget, splitCommand } from '@casement/doctor/command-line'
import { type HostProfile, readProfile } from 'casement/testing/profiles'
import type { Tag } from '../suite/check.ts'
import { isFields } from '../view-target/checks/scene-check.ts'
import type { Fields } from '../view-target/stage.ts'

/** The target of the examination. */
export type Subject =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'all-hosts' }
  | { readonly kind: 'view'; readonly view: string; readonly data: ToolData; readonly host?: HostProfile }
  | { readonly kind: 'server'; readonly target: Target }
  | { readonly kind: 'proxy'; readonly proxy: string }

/** The tool data that a View gets: as given, or from a call to the server. */
export type ToolData =
  | { readonly from: 'arguments'; readonly input?: Fields; readonly result?: Fields }
  | { readonly from: 'server'; readonly target: Target; readonly tool?: string }

/** The parsed arguments of the command. */
export interface Call {
  readonly subject: Subject
  readonly attacks: boolean
  readonly only: readonly string[] | undefined
  readonly tags: readonly Tag[] | undefined
  /** Milliseconds that anything may take before it is missing. */
  readonly patience: number | undefined
  /** Where the page is that frames a proxy. */
  readonly port: number | undefined
  readonly json: boolean
  readonly table: boolean
  readonly verbose: boolean
  /** Files to write, by format. */
  readonly files: Readonly<Partial<Record<'junit' | 'html' | 'badge', string>>>
}

/** The output of `--help`. */
export const HELP = `casement conformance: check an implementation against the MCP Apps specification

Usage:
  casement conformance --host URL        a page with window.conformanceHost
  casement conformance --host NAME       casement, official (AppBridge) or mcp-ui (AppRenderer)
  casement conformance --all-hosts       these three hosts
  casement conformance --view FILE|URL   a View
  casement conformance URL               a server; or a command after "--", or
                                         --config FILE --server NAME
  casement conformance --proxy URL       a sandbox proxy; or casement, its own proxy

Target:
  --attacks             with --host casement: run the attack corpus too (minutes)
  --input <json>        with --view: arguments of the tool call
  --result <json>       with --view: result of the tool call
  --tool <name>         with --view and a server: tool to call for the data
                        (default: a read-only tool with a View)
  --host-profile <file> with --view: emulate the host of a profile (from
                        casement probe); default: one that supports all
  --header "<k>: <v>"   with --server: send this header; can be repeated
  --port <number>       with --proxy: port of the page that frames the proxy

Selection:
  --only <id>           only checks whose id starts with this; can be repeated
  --tag <tag>           only stable, draft, package or legacy; can be repeated
  --patience <ms>       timeout of each check, for slow machines

Report:
  --verbose             list passed checks as well
  --table               print a Markdown table
  --json                print JSON
  --junit <file>, --html <file>, --badge <file>
                        write the report to a file

Examples:
  casement conformance http://localhost:3000/mcp
  casement conformance --view dist/view.html --input '{"city":"Rome"}'

Exit codes: 0 every MUST passed, 1 a MUST failed, 2 could not run`

const OPTIONS = {
  host: { type: 'string' },
  'all-hosts': { type: 'boolean' },
  view: { type: 'string' },
  'host-profile': { type: 'string' },
  input: { type: 'string' },
  result: { type: 'string' },
  tool: { type: 'string' },
  server: { type: 'string' },
  config: { type: 'string' },
  header: { type: 'string', multiple: true },
  proxy: { type: 'string' },
  port: { type: 'string' },
  attacks: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  tag: { type: 'string', multiple: true },
  patience: { type: 'string' },
  verbose: { type: 'boolean' },
  table: { type: 'boolean' },
  json: { type: 'boolean' },
  junit: { type: 'string' },
  html: { type: 'string' },
  badge: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const TAGS: readonly Tag[] = ['stable', 'draft', 'package', 'legacy']
const isTag = (word: string): word is Tag => TAGS.some((tag) => tag === word)

/** Parses the arguments; undefined for --help. Throws an error that names the invalid one. */
export function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): Call | undefined {
  const { args, command } = splitCommand(argv)
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  if (values.help) return undefined
  const { host, view, server, config, proxy, only, tag, junit, html, badge, 'host-profile': profile } = values
  const naming = { config, headers: values.header ?? [], environment }
  // A server by its URL only, as in casement doctor.
  const servers = server === undefined ? positionals : [server, ...positionals]
  const hasServer = servers.length > 0 || config !== undefined || command.length > 0
  const readServer = hasServer ? () => readTarget(servers, command, naming) : undefined
  const subjects: (() => Subject)[] = [
    ...(host === undefined ? [] : [() => ({ kind: 'host', host }) as const]),
    ...(values['all-hosts'] ? [() => ({ kind: 'all-hosts' }) as const] : []),
    ...(view === undefined
      ? []
      : [() => ({ kind: 'view', view, data: readToolData(values, readServer), ...readHost(profile) }) as const]),
    ...(view === undefined && readServer ? [() => ({ kind: 'server', target: readServer() }) as const] : []),
    ...(proxy === undefined ? [] : [() => ({ kind: 'proxy', proxy }) as const]),
  ]
  const [readSubject, ...more] = subjects
  if (!readSubject) throw new Error('no target is given. Use --host, --all-hosts, --view, --server or --proxy')
  if (more.length > 0)
    throw new Error('more than one target is given. Use one of --host, --all-hosts, --view, --server and --proxy')
  const subject = readSubject()
  if (values.attacks && (subject.kind !== 'host' || subject.host !== 'casement'))
    throw new Error('--attacks requires --host casement. To attack a host of your own, use runAttacks: see docs/conformance.md')
  if (profile !== undefined && subject.kind !== 'view') throw new Error('--host-profile requires --view')
  if (values.port !== undefined && subject.kind !== 'proxy') throw new Error('--port requires --proxy')
  const wrong = tag?.find((word) => !isTag(word))
  if (wrong !== undefined) throw new Error(`--tag must be one of ${TAGS.join(', ')}, not "${wrong}"`)
  return {
    subject,
    attacks: values.attacks ?? false,
    only,
    tags: tag?.filter(isTag),
    patience: readNumber('--patience', 'a number of milliseconds', values.patience),
    port: readNumber('--port', 'a port number', values.port),
    json: values.json ?? false,
    table: values.table ?? false,
    verbose: values.verbose ?? false,
    files: { ...(junit && { junit }), ...(html && { html }), ...(badge && { badge }) },
  }
}

const readHost = (file: string | undefined): { readonly host?: HostProfile } =>
  file === undefined ? {} : { host: readProfile(readFileSync(file, 'utf8')) }

function readToolData(
  { input, result, tool }: Readonly<Partial<Record<'input' | 'result' | 'tool', string>>>,
  readServer: (() => Target) | undefined,
): ToolData {
  if (readServer) {
    if (input !== undefined || result !== undefined)
      throw new Error('--input and --result cannot be combined with a server, which provides the data. Remove one of them')
    return { from: 'server', target: readServer(), ...(tool !== undefined && { tool }) }
  }
  if (tool !== undefined) throw new Error('--tool requires a server: --server URL, or its command after "--"')
  return {
    from: 'arguments',
    ...(input !== undefined && { input: readFields('--input', input) }),
    ...(result !== undefined && { result: readFields('--result', result) }),
  }
}

function readFields(option: string, text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (isFields(value)) return value
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw new Error(`${option} must be a JSON object, not ${text}`)
}

function readNumber(option: string, what: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d*$/.test(text)) throw new Error(`${option} must be ${what}, not "${text}"`)
  return text === undefined ? undefined : Number(text)
}
