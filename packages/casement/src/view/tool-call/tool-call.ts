import { CasementError } from '../../protocol/errors.ts'
import type { Progress } from '../../protocol/rpc/peer-types.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { App } from '../app.ts'

/** The part of an App that calls tools of the server. Every App has it. */
export type ToolCallApp = Pick<App, 'callServerTool'>

/** The state of the calls of one tool. */
export interface ToolCallState {
  readonly isPending: boolean
  /** The result of the last call that returned one; also while the next call is pending. */
  readonly result: CallToolResult | undefined
  /** Why the last call failed: the request, or the tool. */
  readonly error: Error | undefined
  /** The latest progress of the pending call. */
  readonly progress: Progress | undefined
}

/** Calls one tool of the server, with the state of the latest call. */
export interface ToolCall {
  readonly getState: () => ToolCallState
  readonly subscribe: (listener: () => void) => Unsubscribe
  /** Calls the tool, and cancels the call before it. Never rejects: undefined after a failure or a cancelled call. */
  readonly call: (args?: Record<string, unknown>) => Promise<CallToolResult | undefined>
  /** Cancels the pending call. */
  readonly cancel: () => void
}

const IDLE: ToolCallState = { isPending: false, result: undefined, error: undefined, progress: undefined }

/** Creates the calls of one tool of the server. Without an App yet, a call fails. */
export function createToolCall(app: ToolCallApp | null | undefined, name: string): ToolCall {
  const listeners = new Set<() => void>()
  let state = IDLE
  let current: AbortController | undefined
  const set = (changes: Partial<ToolCallState>): void => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const cancel = (): void => {
    if (!current) return
    current.abort()
    current = undefined
    set({ isPending: false, progress: undefined })
  }
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    cancel,
    async call(args = {}) {
      current?.abort()
      const own = (current = new AbortController())
      const isCurrent = (): boolean => current === own
      set({ isPending: true, error: undefined, progress: undefined })
      try {
        if (!app) throw new CasementError('CLOSED', `Could not call ${name}: the View is not connected yet`)
        const result = await app.callServerTool(
          { name, arguments: args },
          { signal: own.signal, onprogress: (progress) => isCurrent() && set({ progress }) },
        )
        if (!isCurrent()) return undefined
        set({ result, error: result.isError ? toolError(name, result) : undefined })
        return result
      } catch (error) {
        if (isCurrent()) set({ error: error instanceof Error ? error : new Error(String(error)) })
        return undefined
      } finally {
        if (isCurrent()) {
          current = undefined
          set({ isPending: false, progress: undefined })
        }
      }
    },
  }
}

function toolError(name: string, { content }: CallToolResult): Error {
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []))
  return new Error(texts.join('\n') || `The tool ${name} failed without a message`)
}
