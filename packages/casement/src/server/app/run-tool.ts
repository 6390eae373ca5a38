import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { DefinedApp } from './define-app.ts'
import type { PreparedTool } from './prepare-app.ts'
import { describeIssues } from './standard-schema.ts'
import type { ToolContext, ToolProgress, ToolReturn, ToolStream } from './tool.ts'

/** A problem that does not stop the server. */
export interface ServerWarning {
  readonly code: 'RESULT_LARGE_FOR_MODEL' | 'RESULT_LARGE_FOR_VIEW'
  readonly tool: string
  readonly message: string
}

/** Called with each warning. */
export type Warn = (warning: ServerWarning) => void

const DEFAULT_MODEL_BUDGET = 16 * 1024
const DEFAULT_VIEW_BUDGET = 256 * 1024

/** Runs a tool with validated input and completes its result. An error becomes a result with `isError`, so that the model can read it. */
export async function runTool(
  app: DefinedApp,
  prepared: PreparedTool,
  input: unknown,
  context: ToolContext,
  warn?: Warn,
): Promise<CallToolResult> {
  try {
    const running = prepared.tool.run(input, context)
    const returned = await (isStream(running) ? finishStream(running, prepared, context) : running)
    const result: CallToolResult = typeof returned === 'string' ? { content: [{ type: 'text', text: returned }] } : returned
    if (!result.isError) await checkOutput(prepared, result)
    const complete = withMirror(app, withText(prepared, result, context.apps))
    if (warn) checkSize(app, prepared.name, complete, warn)
    return complete
  } catch (error) {
    return errorResult(error instanceof Error ? error.message : String(error))
  }
}

const isStream = (running: object | string): running is ToolStream<unknown> =>
  typeof running === 'object' && Symbol.asyncIterator in running

/** Sends the yielded values of a tool as progress, and returns its result. Cancelling the call ends the generator and runs its `finally` blocks. */
async function finishStream(
  stream: ToolStream<unknown>,
  { name, tool }: PreparedTool,
  { signal, progress }: ToolContext,
): Promise<ToolReturn<unknown>> {
  let last: ToolReturn<unknown> | undefined
  let count = 0
  for (;;) {
    const { done, value } = await stream.next()
    if (done) {
      const returned = value ?? last
      if (returned === undefined) throw new Error(`tool "${name}" ended without a result. Yield or return one`)
      return returned
    }
    if (isProgress(value)) await progress(value.progress, value.total, value.message)
    else {
      last = value
      await progress(++count, undefined, typeof value === 'string' ? value : progressText(value, tool))
    }
    if (signal.aborted) {
      await stream.return(undefined)
      throw new Error(`tool "${name}" was cancelled`)
    }
  }
}

const isProgress = (value: ToolReturn<unknown> | ToolProgress): value is ToolProgress =>
  typeof value === 'object' && 'progress' in value && typeof value.progress === 'number'

function progressText({ content, structuredContent }: CallToolResult, tool: PreparedTool['tool']): string | undefined {
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []))
  if (texts.length > 0) return texts.join('\n')
  return structuredContent === undefined ? undefined : tool.text?.(structuredContent)
}

/** Creates a result with `isError`. */
export const errorResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

async function checkOutput({ name, output }: PreparedTool, { structuredContent }: CallToolResult): Promise<void> {
  if (!output) return
  const { issues } = await output['~standard'].validate(structuredContent)
  if (issues) throw new Error(`tool "${name}" returned data that does not fit its output schema: ${describeIssues(issues)}`)
}

// Clients without Views show only the text, and the model reads it in any case.
function withText({ tool }: PreparedTool, result: CallToolResult, apps: boolean | undefined): CallToolResult {
  const { content, structuredContent: view } = result
  const isEmpty = content.length === 0
  if (view === undefined || (!isEmpty && !(apps === false && tool.text))) return result
  return { ...result, content: [{ type: 'text', text: tool.text?.(view) ?? JSON.stringify(view) }] }
}

function withMirror(app: DefinedApp, result: CallToolResult): CallToolResult {
  if (!app.mirror || result.structuredContent === undefined) return result
  const text = JSON.stringify(result.structuredContent)
  if (result.content.some((block) => block.type === 'text' && block.text === text)) return result
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

function checkSize({ budget = {} }: DefinedApp, tool: string, { content, structuredContent }: CallToolResult, warn: Warn): void {
  const { model = DEFAULT_MODEL_BUDGET, view = DEFAULT_VIEW_BUDGET } = budget
  const forModel = content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
  if (forModel > model) {
    const message = `tool "${tool}": the text for the model has ${forModel} characters, more than ${model}. Shorten it, or let the View load the rest with another tool`
    warn({ code: 'RESULT_LARGE_FOR_MODEL', tool, message })
  }
  const forView = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length
  if (forView <= view) return
  const message = `tool "${tool}": the data for the View has ${forView} characters, more than ${view}. Send a part of it, and let the View load the rest with a tool of visibility ["app"]`
  warn({ code: 'RESULT_LARGE_FOR_VIEW', tool, message })
}
