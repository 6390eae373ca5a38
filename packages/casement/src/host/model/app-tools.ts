import { CasementError } from '../../protocol/errors.ts'
import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'
import type { CallToolResult, ListToolsResult, Tool } from '../../protocol/schemas/index.ts'
import { CallToolResultSchema, ToolSchema } from '../../protocol/schemas/mcp-tools.ts'
import { describeProblem, matches, validate } from '../../protocol/schemas/schema.ts'
import { loadChunk } from '../lazy.ts'

/** Options for a View's tools. All have defaults. */
export interface AppToolsOptions {
  /** The prefix of their names. Default: derived from the app's name. */
  prefix?: string
  /** True for names that are in use, such as those of server tools; an app tool never gets one of them. */
  isTaken?: (name: string) => boolean
  /** Default 50. */
  maxTools?: number
  /** Milliseconds. Default 30,000. */
  timeout?: number
  /** Characters of JSON. Default 10,000,000. */
  maxResult?: number
  /** Asks the user before a call to any tool that is not declared read-only. Default: all calls are made. */
  confirm?: (tool: AppTool, args: Record<string, unknown>) => boolean | Promise<boolean>
}

/** A tool of a View, as the model may see it. */
export interface AppTool {
  /** Its name for the model: prefixed, with only the characters that model providers accept. */
  readonly name: string
  /** Its name in the View. */
  readonly ownName: string
  /** The app it belongs to, for lists and confirmations. */
  readonly from: string
  /** The View declares that it changes nothing. */
  readonly readOnly: boolean
  readonly tool: Tool
}

/** The tools that a View offers to the model while it is open. */
export interface AppTools {
  /** Lists them; empty when the View declared none or is closed. */
  list(): Promise<AppTool[]>
  /** Calls one by its name for the model. A failure of the tool is a result with `isError`; a violated rule is an error. */
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<CallToolResult>
  /** Calls a listener when the list may have changed: at most once a second, and when the View is closed. */
  subscribe(listener: () => void): Unsubscribe
}

/** The bridge's side of `AppTools`. */
export interface AppToolsControl {
  /** The list may have changed. */
  changed(): void
}

/** The dependencies of `createAppTools`. */
export interface AppToolsSource {
  readonly runtime: Runtime
  /** True when the View is ready and declared tools. */
  isOffered(): boolean
  appName(): string
  /** True for tools of the View that are not for the model. */
  isHidden(name: string): boolean
  listTools(params: { cursor?: string }, options: { timeout: number }): Promise<ListToolsResult>
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    options: { signal?: AbortSignal; timeout: number },
  ): Promise<unknown>
  audit<T>(method: string, params: unknown, signal: AbortSignal | undefined, action: () => Promise<T>): Promise<T>
}

// The names of the audit events for a call by the model, and for a listing.
const CALL_EVENT = 'dev.casement/app-tool-call'
const LIST_EVENT = 'dev.casement/app-tool-list'

const MAX_NAME_LENGTH = 64
const MAX_PREFIX_LENGTH = 24

/** Lists, names and calls the tools of one View. */
export function createAppTools(options: AppToolsOptions, source: AppToolsSource): AppTools & AppToolsControl {
  const { maxTools = 50, timeout = 30_000, maxResult = 10_000_000, isTaken = () => false, confirm } = options
  const changes = createChangeEvent(source.runtime, () => source.isOffered())
  let cached: Map<string, AppTool> | undefined

  const fetchAll = async (): Promise<Tool[]> => {
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

  const nameAll = (tools: readonly Tool[]): Map<string, AppTool> => {
    const named = new Map<string, AppTool>()
    const from = source.appName()
    for (const tool of tools) {
      const name = uniqueName(options.prefix ?? from, tool.name, (other) => isTaken(other) || named.has(other))
      const readOnly = tool.annotations?.readOnlyHint === true
      named.set(name, { name, ownName: tool.name, from, readOnly, tool: { ...tool, name } })
    }
    return named
  }

  const current = async (): Promise<Map<string, AppTool>> => {
    if (!source.isOffered()) return new Map()
    if (cached) return cached
    const named = nameAll(await source.audit(LIST_EVENT, {}, undefined, fetchAll))
    if (source.isOffered()) cached = named
    return named
  }

  const run = async (app: AppTool, args: Record<string, unknown>, signal: AbortSignal | undefined): Promise<CallToolResult> => {
    if (!app.readOnly && confirm && !(await confirm(app, args)))
      throw new CasementError('DENIED', `The user declined ${app.name}`)
    const params = { name: app.ownName, arguments: args }
    return checkResult(app, await source.callTool(params, { timeout, ...(signal && { signal }) }), maxResult)
  }

  return {
    list: async () => [...(await current()).values()],
    async call(name, args = {}, { signal } = {}) {
      const app = (await current()).get(name)
      if (!source.isOffered()) throw new CasementError('CLOSED', `The View with the tool ${name} has been closed (R-292)`)
      if (!app) throw new CasementError('INVALID_ARGUMENT', `There is no app tool ${name}. Call list() for the available ones`)
      return source.audit(CALL_EVENT, { name, arguments: args }, signal, () => run(app, args, signal))
    },
    subscribe: changes.subscribe,
    changed() {
      cached = undefined
      changes.emit()
    },
  }
}

/** The result of a tool, if it is what the tool declared. */
async function checkResult({ name, tool }: AppTool, raw: unknown, maxResult: number): Promise<CallToolResult> {
  const validation = validate(CallToolResultSchema, raw)
  if (validation.issues)
    throw new CasementError('INVALID_MESSAGE', `${name}: ${describeProblem(CallToolResultSchema, raw, 'result')}`)
  const result = validation.value
  if (JSON.stringify(result).length > maxResult)
    throw new CasementError('OVER_BUDGET', `${name}: the result is larger than ${maxResult} characters`)
  if (result.isError || !tool.outputSchema) return result
  const { schemaProblem } = await loadChunk()
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

const THROTTLE_MS = 1000

/** Listeners that are called at most once a second while there are tools, and at once when there are none. */
function createChangeEvent(runtime: Runtime, isOffered: () => boolean): { subscribe: AppTools['subscribe']; emit: () => void } {
  const listeners = new Set<() => void>()
  let cancelThrottle: Unsubscribe | undefined
  let isPending = false

  const emit = (): void => {
    if (cancelThrottle && isOffered()) return void (isPending = true)
    cancelThrottle?.()
    for (const listener of listeners) listener()
    if (!isOffered()) return
    cancelThrottle = runtime.after(THROTTLE_MS, () => {
      cancelThrottle = undefined
      if (isPending) emit()
      isPending = false
    })
  }
  return {
    emit,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
