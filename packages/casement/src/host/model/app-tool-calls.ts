import { CasementError } from '../../protocol/errors.ts'
import type { CallToolResult, Tool } from '../../protocol/schemas/index.ts'
import { CallToolResultSchema, ToolSchema } from '../../protocol/schemas/mcp-tools.ts'
import { describeProblem, matches, validate } from '../../protocol/schemas/schema.ts'
import type { AppTool, AppToolsOptions, AppToolsSource } from './app-tools.ts'
import { schemaProblem } from './json-schema-check.ts'

// The names of the audit events for a call by the model, and for a listing.
const CALL_EVENT = 'dev.casement/app-tool-call'
const LIST_EVENT = 'dev.casement/app-tool-list'

const DEFAULT_TIMEOUT = 30_000
const DEFAULT_MAX_TOOLS = 50
const DEFAULT_MAX_RESULT = 10_000_000

const MAX_NAME_LENGTH = 64
const MAX_PREFIX_LENGTH = 24

/** The tools that the View offers, by their names for the model. */
export async function fetchAppTools(options: AppToolsOptions, source: AppToolsSource): Promise<ReadonlyMap<string, AppTool>> {
  const tools = await source.audit(LIST_EVENT, {}, undefined, () => listAll(options, source))
  return nameAll(tools, source.appName(), options)
}

/** Calls a tool of the View, after the user has confirmed it, and checks its result. */
export function callAppTool(
  tool: AppTool,
  args: Record<string, unknown>,
  signal: AbortSignal | undefined,
  { confirm, timeout = DEFAULT_TIMEOUT, maxResult = DEFAULT_MAX_RESULT }: AppToolsOptions,
  source: AppToolsSource,
): Promise<CallToolResult> {
  return source.audit(CALL_EVENT, { name: tool.name, arguments: args }, signal, async () => {
    if (!tool.readOnly && confirm && !(await confirm(tool, args)))
      throw new CasementError('DENIED', `The user declined ${tool.name}`)
    const params = { name: tool.ownName, arguments: args }
    return checkResult(tool, await source.callTool(params, { timeout, ...(signal && { signal }) }), maxResult)
  })
}

async function listAll(
  { maxTools = DEFAULT_MAX_TOOLS, timeout = DEFAULT_TIMEOUT }: AppToolsOptions,
  source: AppToolsSource,
): Promise<Tool[]> {
  const tools: Tool[] = []
  let cursor: string | undefined
  for (let page = 0; page <= maxTools && tools.length <= maxTools; page++) {
    const result = await source.listTools(cursor === undefined ? {} : { cursor }, { timeout })
    if (!Array.isArray(result.tools)) throw new CasementError('INVALID_MESSAGE', 'tools/list: the View returned no tools array')
    tools.push(...result.tools.filter((tool) => matches(ToolSchema, tool) && !source.isHidden(tool.name)))
    cursor = result.nextCursor
    if (cursor === undefined) break
  }
  if (tools.length > maxTools)
    throw new CasementError('OVER_BUDGET', `The View offers more than ${maxTools} tools, so none of them is used (R-296)`)
  return tools
}

function nameAll(tools: readonly Tool[], from: string, options: AppToolsOptions): ReadonlyMap<string, AppTool> {
  const { prefix = from, isTaken = () => false } = options
  const named = new Map<string, AppTool>()
  for (const tool of tools) {
    const name = uniqueName(prefix, tool.name, (other) => isTaken(other) || named.has(other))
    const readOnly = tool.annotations?.readOnlyHint === true
    named.set(name, { name, ownName: tool.name, from, readOnly, tool: { ...tool, name } })
  }
  return named
}

/** The result of a tool, if it is what the tool declared. */
function checkResult({ name, tool }: AppTool, raw: unknown, maxResult: number): CallToolResult {
  const validation = validate(CallToolResultSchema, raw)
  if (validation.issues)
    throw new CasementError('INVALID_MESSAGE', `${name}: ${describeProblem(CallToolResultSchema, raw, 'result')}`)
  const result = validation.value
  if (JSON.stringify(result).length > maxResult)
    throw new CasementError('OVER_BUDGET', `${name}: the result is larger than ${maxResult} characters`)
  if (result.isError || !tool.outputSchema) return result
  const problem = schemaProblem(tool.outputSchema, result.structuredContent)
  if (problem) throw new CasementError('INVALID_MESSAGE', `${name}: the result does not match its outputSchema: ${problem}`)
  return result
}

const clean = (text: string): string => text.replace(/[^\w-]+/g, '_')

/** A name that model providers accept, with a number where it would not be unique. */
function uniqueName(prefix: string, own: string, isTaken: (name: string) => boolean): string {
  const full = `${clean(prefix).slice(0, MAX_PREFIX_LENGTH)}__${clean(own)}`
  let name = full.slice(0, MAX_NAME_LENGTH)
  for (let n = 2; isTaken(name); n++) name = `${full.slice(0, MAX_NAME_LENGTH - 5)}_${n}`
  return name
}
