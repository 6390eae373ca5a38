import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CallToolResult, Tool } from '../../protocol/schemas/index.ts'
import type { Answering } from '../bridge/bridge-answering.ts'

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
  subscribe(changed: () => void): Unsubscribe
}

/** The tools of a View, for those who may look. What asks the View for them comes later. */
export function createAppTools(isOffered: () => boolean, answering: () => Answering): AppTools & { changed(): void } {
  const listeners = new Set<() => void>()
  return {
    list: () => answering().act(({ appTools }) => appTools.list()),
    call: (...asked) => answering().act(({ appTools }) => appTools.call(...asked)),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed() {
      const { act, acting } = answering()
      // Where nobody has asked yet nothing is known that could be wrong by now.
      if (acting() || (isOffered() && listeners.size > 0))
        act(async ({ appTools }) => appTools.changed(listeners)).catch(() => {})
      else for (const listener of listeners) listener()
    },
  }
}
