import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { getToolUiResourceUri } from 'casement/protocol'
import { readProfile } from 'casement/testing/profiles'
import { readRecording, type Trace, type TracedView } from 'casement/testing/trace'
import { readTarget, splitCommand } from '../command-line/read-target.ts'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { theProcess, type CommandContext } from '../command-line/command-context.ts'
import { openSession } from '../connect/open-session.ts'
import type { Target } from '../connect/target.ts'
import { openBrowser } from '../dynamic/open-browser.ts'
import { fieldsOf } from '../static/fields.ts'
import { findSmallest, type Bisection } from './find-smallest.ts'
import { createRunner } from './run-view.ts'
import { KINDS, togglesFor } from './toggles.ts'

const HELP = `casement bisect: find the smallest difference that makes a recorded View fail

Usage:
  casement bisect [options] FILE              a recording with the document of the View
  casement bisect [options] FILE URL          read the document from a server
  casement bisect [options] FILE -- COMMAND   read it from a server started by a command

Options:
  --try <kind>           only policy, host, fault or profile; can be repeated
  --tool <name>          tool of the recording, if the host did not name it
  --host-profile <file>  also try the host of this profile (from casement probe)
  --browser <path>       Chromium, Chrome or Edge to use
  --json                 print the report as JSON
  -h, --help             show this help

The View is shown in the Casement host with one difference at a time. Tools are
not called: the recorded results are used.

Example:
  casement bisect recording.txt http://localhost:3000/mcp

Exit codes: 0 no difference makes it fail, 1 a difference does, 2 could not run`

interface BisectCall {
  readonly file: string
  readonly target: Target | undefined
  readonly tool: string | undefined
  readonly hostProfile: string | undefined
  readonly browser: string | undefined
  readonly kinds: readonly string[]
  readonly json: boolean
}

const TIMEOUT = 10_000

/** Runs `casement bisect` and returns its exit code. */
export async function runBisect(argv: readonly string[], context: CommandContext = theProcess()): Promise<number> {
  const { out, progress, environment } = context
  const run = async (call: BisectCall): Promise<number> => {
    const trace = await readRecording(await readFile(call.file, 'utf8'))
    const resource = trace.header.view?.resource ?? (await readDocument(trace, call))
    const profile = call.hostProfile === undefined ? undefined : readProfile(await readFile(call.hostProfile, 'utf8'))
    const choice = await openBrowser(call.browser, environment)
    if ('missing' in choice) throw new Error(choice.missing)
    try {
      const found = await findSmallest(
        togglesFor(trace, profile, call.kinds),
        createRunner(choice.browser, trace, resource),
        (text) => progress?.(`trying: ${text} …`),
      )
      progress?.('')
      out(call.json ? JSON.stringify(found, undefined, 2) : describe(found, trace))
      return found.failsAnyway === undefined && found.culprits.length === 0 ? 0 : 1
    } finally {
      await choice.browser.close()
    }
  }
  return runCommandLine({ name: 'casement bisect', help: HELP, read: () => readArguments(argv, environment), run }, context)
}

function readArguments(argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): BisectCall | undefined {
  const { args, command } = splitCommand(argv)
  const options = {
    try: { type: 'string', multiple: true },
    tool: { type: 'string' },
    'host-profile': { type: 'string' },
    browser: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) return undefined
  const [file, ...servers] = positionals
  if (file === undefined) throw new Error('no recording is given. Pass its file')
  const kinds = values.try ?? KINDS
  const unknown = kinds.find((kind) => !KINDS.some((known) => known === kind))
  if (unknown !== undefined) throw new Error(`--try must be one of ${KINDS.join(', ')}, not "${unknown}"`)
  const hasServer = servers.length > 0 || command.length > 0
  return {
    file,
    target: hasServer ? readTarget(servers, command, { config: undefined, headers: [], environment }) : undefined,
    tool: values.tool,
    hostProfile: values['host-profile'],
    browser: values.browser,
    kinds,
    json: values.json ?? false,
  }
}

/** Reads the document of the recorded tool from its server. */
async function readDocument(trace: Trace, { file, target, tool }: BisectCall): Promise<NonNullable<TracedView['resource']>> {
  if (!target) throw new Error(`${file} does not contain the document of the View. Add its server: URL, or -- COMMAND`)
  const session = await openSession(target, TIMEOUT)
  try {
    const listed = fieldsOf(await session.request('tools/list', {}, TIMEOUT))['tools']
    const tools = Array.isArray(listed) ? listed.map(fieldsOf) : []
    const name = tool ?? trace.header.view?.tool.name
    const found = tools.find((each) => (name === undefined ? uriOf(each) !== undefined : each['name'] === name))
    const uri = found && uriOf(found)
    if (uri === undefined) throw new Error(`the server has no tool ${name ?? ''} with a View. Name it with --tool NAME`)
    const contents = fieldsOf(await session.request('resources/read', { uri }, TIMEOUT))['contents']
    const content = Array.isArray(contents) ? fieldsOf(contents[0]) : {}
    const { text, blob, _meta } = content
    const { csp, permissions } = fieldsOf(fieldsOf(_meta)['ui'])
    return { html: typeof text === 'string' ? text : Buffer.from(String(blob), 'base64').toString(), csp, permissions }
  } finally {
    await session.close()
  }
}

const uriOf = (tool: object): string | undefined => getToolUiResourceUri(tool)

function describe({ failsAnyway, culprits, runs }: Bisection, { header }: Trace): string {
  const where = header.host ? ` (recorded in ${[header.host.name, header.host.version].join(' ')})` : ''
  const title = `${header.title ?? 'The View'}${where}, ${runs} runs`
  if (failsAnyway !== undefined)
    return `${title}\n\nThe View fails in our host without any difference: ${failsAnyway}.\nRun casement doctor on its server.`
  if (culprits.length === 0)
    return `${title}\n\nNone of the tried differences makes the View fail. Compare the messages: casement replay FILE`
  const lines = culprits.map(({ toggles, failure }) => `  ${toggles.map(({ name }) => name).join(' and ')}\n      ${failure}`)
  return `${title}\n\nThe View works in our host, and fails when:\n${lines.join('\n')}`
}
