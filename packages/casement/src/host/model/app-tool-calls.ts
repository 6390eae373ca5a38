import { CasementError } from '../../protocol/errors.ts'
import type { CallToolResult, ListToolsResult, Tool } from '../../protocol/schemas/index.ts'
import { CallToolResultSchema } from '../../protocol/schemas/mcp.ts'
import { ToolSchema } from '../../protocol/schemas/mcp-tool.ts'
import { describeProblem, matches, validate } from '../../protocol/schemas/schema.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { AppTool, AppTools, AppToolsOptions } from './app-tools.ts'
import { createToolNews } from './tool-changes.ts'

/** The tools of a View, asked for and called. */
export interface AppToolCalls extends Pick<AppTools, 'list' | 'call'> {
  /** The list may have changed, which concerns these. */
  changed(listeners: Iterable<() => void>): void
}

/** What asking for tools needs of their View. */
export interface AppToolCallsWorld {
  readonly runtime: Runtime
  /** True when the View is there and declared tools. */
  readonly isOffered: () => boolean
  appName(): string
  listTools(params: { cursor?: string }, options: { timeout: number }): Promise<ListToolsResult>
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    options: { signal?: AbortSignal; timeout: number },
  ): Promise<unknown>
  /** Does something with the View, and tells the audit of it. */
  audited<T>(method: string, params: unknown, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T>
}

/** What the audit calls it when the model calls a tool of a View, and when the tools of a View are taken in. */
const CALL = 'dev.casement/app-tool-call'
const LIST = 'dev.casement/app-tool-list'

const MAX_NAME = 64
const refusal = (
  code: 'CLOSED' | 'INVALID_ARGUMENT' | 'INVALID_MESSAGE' | 'OVER_BUDGET' | 'DENIED',
  message: string,
): CasementError => new CasementError(code, message)

/** Asks a View for its tools, names them, and calls them under the rules. */
export function createAppToolCalls(options: AppToolsOptions, world: AppToolCallsWorld): AppToolCalls {
  const { maxTools = 50, timeout = 30_000, maxResult = 10_000_000, isTaken = () => false, confirm } = options
  let known: Map<string, AppTool> | undefined
  const tellNews = createToolNews(world.runtime, world.isOffered)

  const fetchAll = async (): Promise<Tool[]> => {
    const tools: Tool[] = []
    let cursor: string | undefined
    for (let page = 0; page <= maxTools && tools.length <= maxTools; page++) {
      const answer = await world.listTools(cursor === undefined ? {} : { cursor }, { timeout })
      if (!Array.isArray(answer.tools)) throw refusal('INVALID_MESSAGE', 'tools/list of the View: the answer holds no tools')
      tools.push(...answer.tools.filter((tool) => matches(ToolSchema, tool)))
      cursor = answer.nextCursor
      if (cursor === undefined) break
    }
    if (tools.length > maxTools)
      throw refusal('OVER_BUDGET', `The View offers more than ${maxTools} tools; none is taken (R-296)`)
    return tools
  }

  const nameAll = (tools: readonly Tool[]): Map<string, AppTool> => {
    const named = new Map<string, AppTool>()
    const from = world.appName()
    for (const tool of tools) {
      const name = uniqueName(options.prefix ?? from, tool.name, (taken) => isTaken(taken) || named.has(taken))
      const readOnly = tool.annotations?.readOnlyHint === true
      named.set(name, { name, ownName: tool.name, from, readOnly, tool: { ...tool, name } })
    }
    return named
  }

  const current = async (): Promise<Map<string, AppTool>> => {
    if (!world.isOffered()) return new Map()
    if (known) return known
    const tools = await world.audited(LIST, {}, undefined, fetchAll)
    const named = nameAll(tools)
    if (world.isOffered()) known = named
    return named
  }

  const run = async (app: AppTool, args: Record<string, unknown>, signal: AbortSignal | undefined): Promise<CallToolResult> => {
    if (!app.readOnly && confirm && !(await confirm(app, args))) throw refusal('DENIED', `The user declined ${app.name}`)
    const params = { name: app.ownName, arguments: args }
    return checked(app, await world.callTool(params, { timeout, ...(signal && { signal }) }), maxResult)
  }

  return {
    list: async () => [...(await current()).values()],
    async call(name, args = {}, { signal } = {}) {
      const app = (await current()).get(name)
      if (!world.isOffered()) throw refusal('CLOSED', `The app that had the tool ${name} is gone (R-292)`)
      if (!app) throw refusal('INVALID_ARGUMENT', `No app tool ${name}; list() has those there are`)
      return world.audited(CALL, { name, arguments: args }, signal, () => run(app, args, signal))
    },
    changed(listeners) {
      known = undefined
      tellNews(listeners)
    },
  }
}

/** The result, if it is what the tool promised. */
async function checked({ name, tool }: AppTool, raw: unknown, maxResult: number): Promise<CallToolResult> {
  const read = validate(CallToolResultSchema, raw)
  if (read.issues) throw refusal('INVALID_MESSAGE', `${name}: ${describeProblem(CallToolResultSchema, raw, 'result')}`)
  const result = read.value
  if (JSON.stringify(result).length > maxResult)
    throw refusal('OVER_BUDGET', `${name}: the result is larger than ${maxResult} characters`)
  if (result.isError || !tool.outputSchema) return result
  const { schemaProblem } = await import('./json-schema-check.ts')
  const problem = schemaProblem(tool.outputSchema, result.structuredContent)
  if (problem) throw refusal('INVALID_MESSAGE', `${name}: the result does not fit its outputSchema: ${problem}`)
  return result
}

const clean = (text: string): string => text.replace(/[^\w-]+/g, '_')

/** A name that model providers take, with a number where it would not be the only one. */
function uniqueName(prefix: string, own: string, isTaken: (name: string) => boolean): string {
  const whole = `${clean(prefix).slice(0, 24)}__${clean(own)}`
  let name = whole.slice(0, MAX_NAME)
  for (let n = 2; isTaken(name); n++) name = `${whole.slice(0, MAX_NAME - 5)}_${n}`
  return name
}
