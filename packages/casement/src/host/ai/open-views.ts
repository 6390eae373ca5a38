import { isRecord } from '../../protocol/rpc/message.ts'
import type { AppTools, AppToolsOptions } from '../model/app-tools.ts'
import type { ChatAppTool } from './chat-body.ts'

/** A tool call of the AI SDK. */
export interface ChatToolCall {
  readonly toolName: string
  readonly toolCallId: string
  readonly input: unknown
}

/** The output of a tool call, as `addToolOutput` takes it. */
export type ChatToolOutput = { readonly tool: string; readonly toolCallId: string } & (
  | { readonly output: unknown }
  | { readonly state: 'output-error'; readonly errorText: string }
)

/** The open Views of a chat, and the tools that they offer to the model. */
export interface OpenViews {
  /** A View was opened or reloaded. */
  open(view: string, tools: AppTools): void
  /** True for names that a tool of this View must not get. */
  isTaken(view: string, options: AppToolsOptions | undefined): (name: string) => boolean
  listTools(): Promise<ChatAppTool[]>
  /** Runs the tool if it belongs to an open View, and reports its output. */
  answer(call: ChatToolCall, report: (output: ChatToolOutput) => unknown): Promise<void>
}

/** Keeps the tools of open Views. `isServerTool` is true for the names of the server's tools. */
export function createOpenViews(isServerTool: (name: string) => boolean): OpenViews {
  const views = new Map<string, AppTools>()
  /** Which View has which name. A name stays with its View, because the model may call a tool that it saw earlier. */
  const owners = new Map<string, string>()

  return {
    open: (view, tools) => void views.set(view, tools),
    isTaken: (view, options) => (name) =>
      isServerTool(name) || (owners.get(name) ?? view) !== view || options?.isTaken?.(name) === true,
    async listTools() {
      const offered: ChatAppTool[] = []
      for (const [view, tools] of views) {
        // A View that cannot list its tools offers none; the others still do.
        const listed = await tools.list().catch(() => [])
        for (const { name, from, tool } of listed) {
          owners.set(name, view)
          const description = `${tool.description ?? tool.title ?? tool.name} (in the open app ${JSON.stringify(from)})`
          offered.push({ name, description, inputSchema: tool.inputSchema })
        }
      }
      return offered
    },
    async answer({ toolName, toolCallId, input }, report) {
      const owner = owners.get(toolName)
      if (owner === undefined) return // a tool of the server, which the route runs
      const call = { tool: toolName, toolCallId }
      try {
        const output = await views.get(owner)?.call(toolName, isRecord(input) ? input : {})
        await report({ ...call, output })
      } catch (error) {
        const errorText = error instanceof Error ? error.message : String(error)
        await report({ ...call, state: 'output-error', errorText })
      }
    },
  }
}
