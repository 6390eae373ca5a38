import type { Gateway } from '@casement/gateway'
import { readArguments, readDevArguments, type Call, type GivenOptions } from './arguments.ts'
import type { Development } from './dev.ts'
import { endOnSignals } from './end-on-signals.ts'
import { ExitCode } from './exit-codes.ts'
import type { Environment } from './expand-variables.ts'
import { openBrowser } from './open-browser.ts'
import { DEV_HELP, HELP, REPLAY_HELP } from './options-table.ts'
import { jsonReporter, textReporter, type Output, type Reporter } from './reporter.ts'
import { decideSettings, type Settings } from './settings.ts'
import type { StudioAdditions } from './start-studio.ts'
import { VERSION } from './version.ts'

/** The output, the environment and the exit of the command. */
export interface CommandContext extends Output {
  readonly environment: Environment
  /** Ends the process at once. */
  readonly exit: (code: number) => never
}

/** The streams, environment and exit of this process. */
const thisProcess: CommandContext = {
  environment: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  exit: (code) => process.exit(code),
}

/** Runs the Studio until a signal ends it, and returns its exit code. */
export async function runCommand(argv: readonly string[], context: CommandContext = thisProcess): Promise<number> {
  if (argv[0] === 'backup' || argv[0] === 'restore') {
    const { runStoreCommand } = await import('./store-command.ts')
    return runStoreCommand(argv[0], argv.slice(1), context)
  }
  if (argv[0] === 'user') {
    const { runUserCommand } = await import('./user-command.ts')
    return runUserCommand(argv.slice(1), context)
  }
  if (argv[0] === 'token') {
    const { runTokenCommand } = await import('./token-command.ts')
    return runTokenCommand(argv.slice(1), context)
  }
  if (argv[0] === 'replay') return runReplay(argv.slice(1), context)
  if (argv[0] === 'probe') {
    const { runProbe } = await import('./probe-command.ts')
    return runProbe(argv.slice(1), context)
  }
  const isDevelopment = argv[0] === 'dev'
  const call = isDevelopment ? readDevArguments(argv.slice(1)) : readArguments(argv)
  if (call.what !== 'studio') return runOther(call, context, isDevelopment ? DEV_HELP : HELP)
  return isDevelopment ? runDevelopment(call.options, context) : runStudio(call.options, context)
}

/** Responds to a call that starts nothing. */
function runOther(call: Exclude<Call, { what: 'studio' }>, { out, err }: CommandContext, help = HELP): number {
  if (call.what === 'mistake') {
    err(`casement: ${call.message}\nTry casement --help`)
    return ExitCode.Usage
  }
  out(call.what === 'help' ? help : VERSION)
  return ExitCode.Fine
}

/** Runs the Studio on the project in the current folder, with Vite and the compiler of its server. */
async function runDevelopment(given: GivenOptions, context: CommandContext): Promise<number> {
  const { firstCall, startDevelopment } = await import('./dev.ts')
  let development: Development
  try {
    // With --json, standard output belongs to the events.
    development = await startDevelopment(process.cwd(), given.json ? context.err : context.out)
  } catch (error) {
    context.err(`casement: ${messageOf(error)}`)
    return ExitCode.Failed
  }
  const linkTo: StudioPage['linkTo'] = async (studio, link) => {
    development.restartIn(studio)
    const call = await firstCall(studio).catch(() => '')
    return link === undefined || call === '' ? link : `${link}&${call}`
  }
  try {
    return await runStudio(given, context, { linkTo })
  } finally {
    await development.close()
  }
}

/** Runs the Studio with a recording beside a trace of our own host. */
async function runReplay(argv: readonly string[], context: CommandContext): Promise<number> {
  const { prepareReplay, readReplayArguments } = await import('./replay-command.ts')
  const { file, tool, call } = readReplayArguments(argv)
  if (call.what !== 'studio') return runOther(call, context, REPLAY_HELP)
  const { urls, command, config } = call.options
  try {
    const replay = await prepareReplay(file, tool, urls.length + command.length + config.length > 0)
    return await runStudio(call.options, context, replay)
  } catch (error) {
    context.err(`casement: ${messageOf(error)}`)
    return ExitCode.Failed
  }
}

/** The page that a browser is sent to. */
interface StudioPage extends StudioAdditions {
  /** Completes the link that opens the Studio. */
  linkTo(studio: Gateway, link: string | undefined): Promise<string | undefined>
}

const startPage: StudioPage = { linkTo: async (_studio, link) => link }

async function runStudio(given: GivenOptions, context: CommandContext, page: StudioPage = startPage): Promise<number> {
  const reporter = given.json ? jsonReporter(context) : textReporter(context)
  let settings: Settings
  try {
    settings = decideSettings(given, context.environment)
  } catch (error) {
    reporter.fail(messageOf(error))
    return ExitCode.Usage
  }
  try {
    // Loaded here, so that invalid arguments are reported immediately.
    const { startStudio } = await import('./start-studio.ts')
    const studio = await startStudio(settings, reporter.log, page)
    // Used by the browser that is opened here, or printed for the user's own.
    const link = await page.linkTo(studio, settings.auth ? undefined : studio.link())
    tellReady(studio, link, settings, context.environment, reporter)
    if (given.open) openBrowser(link ?? studio.url, (reason) => reporter.fail(`the browser could not be opened: ${reason}`))
    await untilEnded(studio, reporter, context)
    return ExitCode.Fine
  } catch (error) {
    reporter.fail(messageOf(error))
    return ExitCode.Failed
  }
}

/** Settles when a signal has ended the Studio. Rejects if the store cannot be opened: the Studio does not run without one. */
async function untilEnded(studio: Gateway, reporter: Reporter, { exit }: CommandContext): Promise<void> {
  let isEnding = false
  const ended = endOnSignals({
    close: () => studio.close(),
    ending() {
      isEnding = true
      reporter.ending()
    },
    force: () => exit(ExitCode.Forced),
  })
  const storeFailed = new Promise<never>((_, reject) => {
    studio.ready.catch((error: unknown) => isEnding || reject(error))
  })
  try {
    await Promise.race([ended, storeFailed])
  } finally {
    await studio.close()
  }
}

function tellReady(
  { url, port, scriptUrl, servers }: Gateway,
  link: string | undefined,
  settings: Settings,
  environment: Environment,
  reporter: Reporter,
): void {
  const { auth, databaseUrl, dataDir, model, profile } = settings
  reporter.ready({
    url,
    link,
    scriptUrl,
    port,
    version: VERSION,
    servers: servers.list().map(({ name }) => name),
    data: databaseUrl ? 'the PostgreSQL server of DATABASE_URL' : dataDir,
    profile,
    model: model && `${model.id} (${model.provider})`,
    token: auth?.type === 'token' && !environment['CASEMENT_TOKEN'] ? auth.token : undefined,
  })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
