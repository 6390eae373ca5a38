import type { CallToolResult } from '../protocol/schemas/index.ts'
import type { DefinedApp } from './define-app.ts'
import type { PreparedTool } from './prepare-app.ts'
import { describeIssues } from './standard-schema.ts'
import type { ToolContext, ToolReturn } from './tool.ts'

/** Something worth knowing that stops nobody. */
export interface ServerWarning {
  readonly code: 'RESULT_LARGE_FOR_MODEL' | 'RESULT_LARGE_FOR_VIEW'
  readonly tool: string
  readonly message: string
}

/** Hears warnings. */
export type Warn = (warning: ServerWarning) => void

const MODEL_BUDGET = 16 * 1024
const VIEW_BUDGET = 256 * 1024

/** Runs a tool on input that fits its schema, and completes what it returned. What it throws becomes a result, as models can read that. */
export async function runTool(
  app: DefinedApp,
  prepared: PreparedTool,
  input: unknown,
  context: ToolContext,
  warn?: Warn,
): Promise<CallToolResult> {
  try {
    const returned: ToolReturn<never> = await prepared.tool.run(input, context)
    const result: CallToolResult = typeof returned === 'string' ? { content: [{ type: 'text', text: returned }] } : returned
    if (!result.isError) await checkOutput(prepared, result)
    const complete = mirrored(app, withText(prepared, result, context.apps))
    if (warn) weigh(app, prepared.name, complete, warn)
    return complete
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** A result that says what went wrong. */
export const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

async function checkOutput({ name, output }: PreparedTool, { structuredContent }: CallToolResult): Promise<void> {
  if (!output) return
  const { issues } = await output['~standard'].validate(structuredContent)
  if (issues) throw new Error(`tool "${name}" returned data that does not fit its output schema: ${describeIssues(issues)}`)
}

// Without Views the text is all there is, and with them it is still what the model reads.
function withText({ tool }: PreparedTool, result: CallToolResult, apps: boolean | undefined): CallToolResult {
  const { content, structuredContent: view } = result
  const silent = content.length === 0
  if (view === undefined || (!silent && !(apps === false && tool.text))) return result
  return { ...result, content: [{ type: 'text', text: tool.text?.(view as never) ?? JSON.stringify(view) }] }
}

function mirrored(app: DefinedApp, result: CallToolResult): CallToolResult {
  if (!app.mirror || result.structuredContent === undefined) return result
  const text = JSON.stringify(result.structuredContent)
  if (result.content.some((block) => block.type === 'text' && block.text === text)) return result
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

function weigh({ budget = {} }: DefinedApp, tool: string, { content, structuredContent }: CallToolResult, warn: Warn): void {
  const { model = MODEL_BUDGET, view = VIEW_BUDGET } = budget
  const forModel = content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
  if (forModel > model) {
    const message = `tool "${tool}": the text for the model has ${forModel} characters, more than ${model}. Shorten it, or let the View ask for the rest by a tool of its own`
    warn({ code: 'RESULT_LARGE_FOR_MODEL', tool, message })
  }
  const forView = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length
  if (forView <= view) return
  const message = `tool "${tool}": the data for the View has ${forView} characters, more than ${view}. Send the first part, and let the View ask for the rest by a tool with visibility ["app"]`
  warn({ code: 'RESULT_LARGE_FOR_VIEW', tool, message })
}
