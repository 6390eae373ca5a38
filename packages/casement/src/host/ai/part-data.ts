import { isRecord } from '../../protocol/rpc/message.ts'
import type { ToolData } from '../model/tool-data.ts'
import { toToolResult } from './model-output.ts'

/** A part of a UI message of the AI SDK, as far as it is used: any part of version 6 or 7 fits. */
export interface MessagePart {
  readonly type: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly state?: string
  readonly input?: unknown
  readonly output?: unknown
  readonly errorText?: string
  readonly preliminary?: boolean
  readonly approval?: { readonly reason?: string | undefined } | undefined
}

/** The status of a chat of the AI SDK. */
export type ChatStatus = 'submitted' | 'streaming' | 'ready' | 'error'

const STATIC_TOOL = 'tool-'

/** The name of the tool that a part calls; undefined for other parts. */
export function toolNameOf({ type, toolName }: MessagePart): string | undefined {
  if (type === 'dynamic-tool') return toolName
  return type.startsWith(STATIC_TOOL) ? type.slice(STATIC_TOOL.length) : undefined
}

/** The data of a tool call for its View: arguments while they are written, then complete, and the result, the error or the end without one. */
export function toolDataOf(part: MessagePart, status?: ChatStatus): ToolData {
  const { state, input, output, errorText, approval } = part
  const args = isRecord(input) ? input : undefined
  const complete = { input: args ?? {} }
  // A chat that was stopped leaves its calls as they are.
  const stopped = (status === 'ready' || status === 'error') && { cancelled: 'The chat was stopped' }
  switch (state) {
    case 'input-streaming':
      return { ...(args && { partial: args }), ...stopped }
    case 'output-available':
      return part.preliminary ? complete : { ...complete, result: toToolResult(output) }
    case 'output-error':
      return { ...complete, result: { content: [{ type: 'text', text: errorText ?? 'The tool failed' }], isError: true } }
    case 'output-denied':
      return { ...complete, cancelled: approval?.reason ?? 'The user declined the tool call' }
    case 'input-available':
      return { ...complete, ...stopped }
    default:
      return complete
  }
}
