import { CasementError } from '../../protocol/errors.ts'
import { decodeRecording } from '../../protocol/recording-code.ts'
import type { DefinedApp } from '../app/define-app.ts'
import { errorResult } from '../app/run-tool.ts'
import type { StandardSchema } from '../app/standard-schema.ts'
import { tool, type DefinedTool } from '../app/tool.ts'
import { registerViewTool, type ToolRegistrar } from '../register/register.ts'

/** Options of the recorder tool. */
export interface RecorderToolOptions {
  /** The folder for the recordings. Default `recordings` in the current folder. */
  readonly folder?: string
  /** Saves a recording, a trace file as text, and returns where it is. Default: writes it into `folder`, at most 100 files. */
  readonly save?: (trace: string) => string | Promise<string>
}

/** The name under which `casement/view/recorder` calls the tool. */
const RECORDER_TOOL = 'casement_recording'
const MAX_BYTES = 8 * 1024 * 1024
const MAX_FILES = 100

const CONFIG = {
  title: 'Save a recording',
  description: 'Saves the recording of a View of this server, for debugging. Only Views call it.',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
} as const

/** Adds a tool to an `McpServer` that saves the recordings of its Views. Only Views can call it; see `casement/view/recorder`. */
export function registerRecorderTool(server: ToolRegistrar, options: RecorderToolOptions = {}): void {
  const config = { ...CONFIG, inputSchema: INPUT, _meta: { ui: { visibility: ['app'] } } }
  registerViewTool(server, RECORDER_TOOL, config, async ({ code }: { code: string }) => {
    try {
      return { content: [{ type: 'text', text: await saveRecording(code, options) }] }
    } catch (error) {
      return errorResult(error instanceof Error ? error.message : String(error))
    }
  })
}

/** An app with the tool that `registerRecorderTool` adds to an `McpServer`. */
export function withRecorder<App extends DefinedApp>(app: App, options: RecorderToolOptions = {}): App {
  const recorderTool: DefinedTool = tool({
    ...CONFIG,
    input: INPUT,
    visibility: ['app'],
    view: false,
    run: ({ code }) => saveRecording(code, options),
  })
  return { ...app, tools: { ...app.tools, [RECORDER_TOOL]: recorderTool } }
}

/** Saves a recording and returns a text for the View. Throws if it is not one. */
async function saveRecording(code: string, { folder = 'recordings', save }: RecorderToolOptions): Promise<string> {
  const trace = await decodeRecording(code, MAX_BYTES)
  if (!trace?.startsWith('{"casementTrace":'))
    throw new CasementError('INVALID_ARGUMENT', 'The argument "code" is not a recording code')
  return `Saved as ${await (save ?? ((text: string) => writeFileIn(folder, text)))(trace)}`
}

// Anyone who can call tools can fill the disk otherwise.
async function writeFileIn(folder: string, trace: string): Promise<string> {
  const { mkdir, readdir, writeFile } = await import('node:fs/promises')
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length >= MAX_FILES)
    throw new CasementError('OVER_BUDGET', `The folder ${folder} has ${MAX_FILES} files. Delete old recordings`)
  const time = new Date().toISOString().replaceAll(':', '-')
  const file = `${folder}/${time}-${crypto.randomUUID().slice(0, 8)}.trace.jsonl`
  await writeFile(file, trace, { flag: 'wx' })
  return file
}

/** `{ code: string }`, without a schema library. */
const INPUT: StandardSchema<{ code: string }> = {
  '~standard': {
    version: 1,
    vendor: 'casement',
    validate(value) {
      const code = typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined
      return typeof code === 'string' ? { value: { code } } : { issues: [{ message: 'expected a string', path: ['code'] }] }
    },
    jsonSchema: { input: () => JSON_SCHEMA, output: () => JSON_SCHEMA },
  },
}

const JSON_SCHEMA = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] }
