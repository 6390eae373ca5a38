import { readFile } from 'node:fs/promises'
import { route, type BuiltInServer, type Gateway, type Route } from '@casement/gateway'
import { getToolUiResourceUri } from 'casement/protocol'
import { readRecording, recordedCall, writeTrace, type Trace } from 'casement/testing/trace'
import { readArguments, type Call } from './arguments.ts'
import { serveInProcess } from './demo-servers.ts'
import { OPTIONS } from './options-table.ts'
import { recordedApp } from './recorded-app.ts'

/** The additions of `casement replay` to a Studio. */
export interface ReplayStudio {
  readonly builtIn: Readonly<Record<string, BuiltInServer>>
  readonly routes: readonly Route[]
  /** Completes a link, so that the Studio makes the recorded call and shows the recording beside it. */
  linkTo(studio: Gateway, link: string | undefined): Promise<string | undefined>
}

/** The name of the server that responds from the recording. */
const RECORDING = 'recording'
const LIST_MS = 20_000

/** Reads the arguments of `casement replay FILE`: those of the Studio, and a tool. */
export function readReplayArguments(argv: readonly string[]): { file: string; tool: string | undefined; call: Call } {
  const end = argv.indexOf('--')
  const own = [...(end < 0 ? argv : argv.slice(0, end))]
  const at = own.indexOf('--tool')
  const [, tool] = at < 0 ? [] : own.splice(at, 2)
  const index = own.findIndex(
    (argument, place) => !argument.startsWith('-') && !takesValue(own[place - 1]) && !URL.canParse(argument),
  )
  const [file = ''] = index < 0 ? [] : own.splice(index, 1)
  const call = readArguments([...own, ...(end < 0 ? [] : argv.slice(end))])
  if (call.what !== 'studio') return { file, tool, call }
  if (file === '') return { file, tool, call: { what: 'mistake', message: 'casement replay needs the file of a recording' } }
  return { file, tool, call: { what: 'studio', options: { ...call.options, demo: false } } }
}

// The options of the Studio that are followed by a value.
const takesValue = (argument = ''): boolean => OPTIONS.some(({ flag }) => flag.startsWith(`${argument} <`))

/** Prepares a Studio that shows a recording next to a trace of its own. Throws if there is nothing to compare it with. */
export async function prepareReplay(file: string, tool: string | undefined, hasServer: boolean): Promise<ReplayStudio> {
  const trace = await readRecording(await readFile(file, 'utf8'))
  const app = hasServer ? undefined : recordedApp(trace)
  if (!hasServer && !app)
    throw new Error(
      `${file} does not contain the document of the View. Add its server: casement replay ${file} URL, or -- COMMAND`,
    )
  return {
    builtIn: app ? { [RECORDING]: await serveInProcess(app) } : {},
    routes: [recordingRoute(trace)],
    async linkTo(studio, link) {
      if (link === undefined) return undefined
      const { input, tool: recorded = tool } = recordedCall(trace)
      const server = app ? RECORDING : (studio.servers.list()[0]?.name ?? '')
      const name = tool ?? recorded ?? (app ? 'view' : await firstToolWithView(studio, server))
      return `${link}&${new URLSearchParams({ server, tool: name, args: JSON.stringify(input), recording: '' }).toString()}`
    },
  }
}

const recordingRoute = (trace: Trace): Route =>
  route({
    method: 'GET',
    path: '/api/recording',
    access: 'member',
    handle: () =>
      new Response(writeTrace(trace), { headers: { 'Content-Type': 'application/jsonl', 'Cache-Control': 'no-store' } }),
  })

async function firstToolWithView(studio: Gateway, server: string): Promise<string> {
  const client = await studio.servers.get(server)?.client(AbortSignal.timeout(LIST_MS))
  const { tools = [] } = (await client?.listTools()) ?? {}
  const found = tools.find((each) => getToolUiResourceUri(each) !== undefined)
  if (!found) throw new Error(`${server} has no tool with a View. Name the tool of the recording with --tool NAME`)
  return found.name
}
