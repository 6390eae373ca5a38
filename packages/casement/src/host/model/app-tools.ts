import { CasementError } from '../../protocol/errors.ts'
import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'
import type { CallToolResult, ListToolsResult, Tool } from '../../protocol/schemas/index.ts'
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

/** The tools of one View. Listing and calling them is in the lazy chunk, because most Views offer none. */
export function createAppTools(options: AppToolsOptions, source: AppToolsSource): AppTools & AppToolsControl {
  const changes = createChangeEvent(source.runtime, () => source.isOffered())
  let cached: ReadonlyMap<string, AppTool> | undefined

  const current = async (): Promise<ReadonlyMap<string, AppTool>> => {
    if (!source.isOffered()) return new Map()
    if (cached) return cached
    const { fetchAppTools } = await loadChunk()
    const tools = await fetchAppTools(options, source)
    if (source.isOffered()) cached = tools
    return tools
  }

  return {
    list: async () => [...(await current()).values()],
    async call(name, args = {}, { signal } = {}) {
      const tool = (await current()).get(name)
      if (!source.isOffered()) throw new CasementError('CLOSED', `The View with the tool ${name} has been closed (R-292)`)
      if (!tool) throw new CasementError('INVALID_ARGUMENT', `There is no app tool ${name}. Call list() for the available ones`)
      const { callAppTool } = await loadChunk()
      return callAppTool(tool, args, signal, options, source)
    },
    subscribe: changes.subscribe,
    changed() {
      cached = undefined
      changes.emit()
    },
  }
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
