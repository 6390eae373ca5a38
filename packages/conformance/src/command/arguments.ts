import { parseArgs } from 'node:util'
import type { Target } from '@casement/doctor'
import { readTarget, splitCommand } from '@casement/doctor/command-line'
import type { Tag } from '../suite/check.ts'
import { isFields } from '../view-target/checks/scene-check.ts'
import type { Fields } from '../view-target/stage.ts'

/** What is examined. */
export type Subject =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'all-hosts' }
  | { readonly kind: 'view'; readonly view: string; readonly data: ToolData }
  | { readonly kind: 'server'; readonly target: Target }
  | { readonly kind: 'proxy'; readonly proxy: string }

/** The tool data that a View gets: as given, or from a call to the server. */
export type ToolData =
  | { readonly from: 'arguments'; readonly input?: Fields; readonly result?: Fields }
  | { readonly from: 'server'; readonly target: Target; readonly tool?: string }

/** What the command was called for. */
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

/** The manual of the command. */
export const HELP = `casement conformance --host URL            a page with window.conformanceHost
casement conformance --host casement       our own host; or official (AppBridge), or mcp-ui (AppRenderer)
casement conformance --all-hosts           these three, side by side
casement conformance --view FILE|URL       a View, with data from --input and --result, or from a server
casement conformance --server URL          a server; or its command after "--", or --config FILE --server NAME
casement conformance --proxy URL           a sandbox proxy; or casement, our own

  --attacks        with --host casement: hostile Views as well, which takes minutes
  --port PORT      with --proxy: frame it from http://localhost:PORT, where it lets only known pages frame it
  --input JSON     with --view: the arguments of the tool call that it gets
  --result JSON    with --view: the tool result that it gets
  --tool NAME      with --view and a server: call this tool for the data; default: a read-only tool with a View
  --header "K: V"  with --server: sent with every request (may be repeated)
  --only ID        only checks whose id begins so (may be repeated)
  --tag TAG        only stable, draft, package or legacy (may be repeated)
  --patience MS    how long anything may take before it counts as missing, on a slow machine
  --verbose        show what is kept, too
  --table          results as a table in Markdown
  --json           results for programs
  --junit FILE, --html FILE, --badge FILE

Ends with 0 when every MUST is kept, 1 when one is broken, 2 when it could not run.`

const OPTIONS = {
  host: { type: 'string' },
  'all-hosts': { type: 'boolean' },
  view: { type: 'string' },
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

/** Reads the arguments; undefined when help was asked for. Throws an error that says what is wrong. */
export function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): Call | undefined {
  const { args, command } = splitCommand(argv)
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.help) return undefined
  const { host, view, server, config, proxy, only, tag, junit, html, badge } = values
  const naming = { config, headers: values.header ?? [], environment }
  const hasServer = server !== undefined || config !== undefined || command.length > 0
  const readServer = hasServer ? () => readTarget(server === undefined ? [] : [server], command, naming) : undefined
  const subjects: (() => Subject)[] = [
    ...(host === undefined ? [] : [() => ({ kind: 'host', host }) as const]),
    ...(values['all-hosts'] ? [() => ({ kind: 'all-hosts' }) as const] : []),
    ...(view === undefined ? [] : [() => ({ kind: 'view', view, data: readToolData(values, readServer) }) as const]),
    ...(view === undefined && readServer ? [() => ({ kind: 'server', target: readServer() }) as const] : []),
    ...(proxy === undefined ? [] : [() => ({ kind: 'proxy', proxy }) as const]),
  ]
  const [readSubject, ...more] = subjects
  if (!readSubject) throw new Error('what is to be examined? Give --host, --all-hosts, --view, --server or --proxy')
  if (more.length > 0) throw new Error('one subject at a time')
  const subject = readSubject()
  if (values.attacks && (subject.kind !== 'host' || subject.host !== 'casement'))
    throw new Error('--attacks goes with --host casement: the corpus is for hosts of your own, see docs/conformance.md')
  if (values.port !== undefined && subject.kind !== 'proxy') throw new Error('--port goes with --proxy')
  const wrong = tag?.find((word) => !isTag(word))
  if (wrong !== undefined) throw new Error(`--tag must be one of ${TAGS.join(', ')}, not "${wrong}"`)
  return {
    subject,
    attacks: values.attacks ?? false,
    only,
    tags: tag?.filter(isTag),
    patience: readNumber('--patience', 'a number of milliseconds', values.patience),
    port: readNumber('--port', 'the number of a port', values.port),
    json: values.json ?? false,
    table: values.table ?? false,
    verbose: values.verbose ?? false,
    files: { ...(junit && { junit }), ...(html && { html }), ...(badge && { badge }) },
  }
}

function readToolData(
  { input, result, tool }: Readonly<Partial<Record<'input' | 'result' | 'tool', string>>>,
  readServer: (() => Target) | undefined,
): ToolData {
  if (readServer) {
    if (input !== undefined || result !== undefined)
      throw new Error('give either --input and --result, or a server to get them from')
    return { from: 'server', target: readServer(), ...(tool !== undefined && { tool }) }
  }
  if (tool !== undefined) throw new Error('--tool needs a server: --server URL, or its command after "--"')
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
