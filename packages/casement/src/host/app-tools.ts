import type { Runtime, Undo } from '../protocol/runtime.ts'
import type { CallToolResult, Tool } from '../protocol/schemas/index.ts'
import type { AppToolCalls } from './app-tool-calls.ts'

/** How the tools of a View are offered to the model. All of it has a default. */
export interface AppToolsOptions {
  /** What their names begin with. Default: made of the name of the app. */
  prefix?: string
  /** Names that are taken, as those of server tools; an app tool never gets one of them. */
  isTaken?: (name: string) => boolean
  /** Default 50. */
  maxTools?: number
  /** Milliseconds. Default 30,000. */
  timeout?: number
  /** Characters of JSON. Default 10,000,000. */
  maxResult?: number
  /** Asks the user before a call, for every tool that does not say that it only reads. Default: all are called. */
  confirm?: (tool: AppTool, args: Record<string, unknown>) => boolean | Promise<boolean>
}

/** A tool of a View, as the model may see it. */
export interface AppTool {
  /** Its name for the model: prefixed, and made of the characters that model providers take. */
  readonly name: string
  /** What the View calls it. */
  readonly ownName: string
  /** Which app it belongs to, for lists and confirmations. */
  readonly from: string
  /** The View says that it changes nothing. */
  readonly readOnly: boolean
  readonly tool: Tool
}

/** The tools that a View offers to the model, while it lives. */
export interface AppTools {
  /** Asks the View for them; empty when it declared none or is gone. */
  list(): Promise<AppTool[]>
  /** Calls one by its name for the model. A failure of the tool is a result with `isError`; a broken rule is an error. */
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<CallToolResult>
  /** Runs something when the list may have changed: at most once a second, and when the View is gone. */
  subscribe(changed: () => void): Undo
}

/** What the list of tools needs of its View. */
export interface AppToolsWorld {
  readonly runtime: Runtime
  /** True when the View is there and declared tools. */
  isOffered(): boolean
  /** What asks the View, where it has been asked before. */
  asked(): AppToolCalls | undefined
  /** The same, loaded where it has to be. */
  asking<T>(use: (calls: AppToolCalls) => Promise<T>): Promise<T>
}

const THROTTLE = 1000

/** The tools of a View, and what tells them that the View changed them. */
export function createAppTools(world: AppToolsWorld): AppTools & { changed(): void } {
  const listeners = new Set<() => void>()
  let quiet: Undo | undefined
  let isDue = false

  const changed = (): void => {
    world.asked()?.forget()
    if (quiet && world.isOffered()) return void (isDue = true)
    quiet?.()
    for (const listener of listeners) listener()
    if (!world.isOffered()) return
    quiet = world.runtime.after(THROTTLE, () => {
      quiet = undefined
      if (isDue) changed()
      isDue = false
    })
  }

  return {
    list: () => world.asking((calls) => calls.list()),
    call: (name, args, options) => world.asking((calls) => calls.call(name, args, options)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed,
  }
}
