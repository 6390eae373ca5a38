import { cac } from 'cac'
import { NO_AUTH, OPTIONS } from './options-table.ts'

/** The options that were given, as texts. */
export interface GivenOptions {
  readonly config: readonly string[]
  readonly port?: string | undefined
  readonly dataDir?: string | undefined
  readonly hostProfile?: string | undefined
  readonly model?: string | undefined
  readonly host?: string | undefined
  readonly auth?: string | undefined
  readonly noAuth: boolean
  readonly trustProxy?: string | undefined
  readonly admins?: string | undefined
  readonly proxyHops?: string | undefined
  readonly groupsHeader?: string | undefined
  readonly adminGroups?: string | undefined
  readonly clientId?: string | undefined
  readonly groupsClaim?: string | undefined
  readonly allowCommands: boolean
  readonly metricsPort?: string | undefined
  readonly origin?: string | undefined
  readonly sandboxDomain?: string | undefined
  readonly demo: boolean
  readonly watch: boolean
  readonly json: boolean
  readonly open: boolean
  /** Servers by their URLs. */
  readonly urls: readonly string[]
  /** The arguments after `--`: the command of a server. */
  readonly command: readonly string[]
  /** True if that server runs with NODE_ENV=development. */
  readonly isDevelopment?: boolean
}

/** The parsed arguments of the command. */
export type Call =
  | { readonly what: 'studio'; readonly options: GivenOptions }
  | { readonly what: 'help' }
  | { readonly what: 'version' }
  | { readonly what: 'mistake'; readonly message: string }

/** Reads the arguments of the command. */
export function readArguments(argv: readonly string[]): Call {
  const end = argv.indexOf('--')
  const own = end < 0 ? argv : argv.slice(0, end)
  const command = end < 0 ? [] : argv.slice(end + 1)
  if (own.includes('--help') || own.includes('-h')) return { what: 'help' }
  if (own.includes('--version') || own.includes('-v')) return { what: 'version' }
  if (end >= 0 && command.length === 0) return mistake('there is nothing after "--"; write the command of the server there')
  try {
    return readOptions(own, command)
  } catch (error) {
    return mistake((error as Error).message.replaceAll('`', '"'))
  }
}

/** Reads the arguments of `casement dev`: those of the Studio, on the server of the project. */
export function readDevArguments(argv: readonly string[]): Call {
  const call = readArguments(argv)
  if (call.what !== 'studio') return call
  const { urls, command, config } = call.options
  if (urls.length > 0 || command.length > 0 || config.length > 0)
    return mistake(
      'casement dev runs the server of the project in the current folder. Remove the URL, --config or the command after "--"',
    )
  return {
    what: 'studio',
    options: { ...call.options, demo: false, command: [process.execPath, 'dist/server.js'], isDevelopment: true },
  }
}

const mistake = (message: string): Call => ({ what: 'mistake', message })

function readOptions(own: readonly string[], command: readonly string[]): Call {
  const parser = cac('casement')
  const main = parser.command('[...urls]')
  for (const { flag, about } of OPTIONS) main.option(flag, about)
  const { args, options }: { args: readonly string[]; options: Record<string, unknown> } = parser.parse(
    ['', '', ...own.filter((argument) => argument !== NO_AUTH).map(keepText)],
    { run: false },
  )
  main.checkUnknownOptions()
  main.checkOptionValue()
  const text = (name: string): string | undefined => texts(options[name]).at(-1)
  const urls = args.map(plainText)
  const wrong = urls.find((url) => !isHttp(url))
  if (wrong !== undefined)
    return mistake(`"${wrong}" is not an http or https URL. To start a server with a command, use: casement -- ${wrong}`)
  return {
    what: 'studio',
    options: {
      config: texts(options['config']),
      port: text('port'),
      dataDir: text('dataDir'),
      hostProfile: text('hostProfile'),
      model: text('model'),
      host: text('host'),
      auth: text('auth'),
      noAuth: own.includes(NO_AUTH),
      trustProxy: text('trustProxy'),
      admins: text('admins'),
      proxyHops: text('proxyHops'),
      groupsHeader: text('groupsHeader'),
      adminGroups: text('adminGroups'),
      clientId: text('clientId'),
      groupsClaim: text('groupsClaim'),
      allowCommands: options['allowCommands'] === true,
      metricsPort: text('metricsPort'),
      origin: text('origin'),
      sandboxDomain: text('sandboxDomain'),
      demo: options['demo'] !== false,
      watch: options['watch'] === true,
      json: options['json'] === true,
      open: options['open'] === true,
      urls,
      command,
    },
  }
}

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

// The parser takes what looks like a number for one, so that a folder "007" would become 7.
const MARK = '\u200B'
const keepText = (argument: string): string =>
  argument.startsWith('-') ? argument.replace(/=(?=.)/, `=${MARK}`) : `${MARK}${argument}`
const plainText = (value: string): string => value.replace(MARK, '')

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').map(plainText)
