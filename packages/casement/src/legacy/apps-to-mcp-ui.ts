import { isRecord } from '../protocol/rpc/message.ts'
import type { CallToolResult, McpUiHostContext } from '../protocol/schemas/index.ts'
import { InternalMessageType as Type, RENDER_DATA_CONTEXT_KEY, type LegacyMessage, type RenderData } from './messages.ts'

/** Translates a message of an Apps View for a legacy host; undefined if that host has no equivalent. */
export function toMcpUi(method: string, params: unknown): LegacyMessage | undefined {
  const given = isRecord(params) ? params : {}
  switch (method) {
    case 'tools/call':
      return { type: 'tool', payload: { toolName: given['name'], params: given['arguments'] ?? {} } }
    case 'ui/message':
      return { type: 'prompt', payload: { prompt: textOf(given['content']) } }
    case 'ui/open-link':
      return { type: 'link', payload: { url: given['url'] } }
    case 'notifications/message':
      return { type: 'notify', payload: { message: plain(given['data']) } }
    case 'ui/notifications/size-changed':
      return { type: Type.UI_SIZE_CHANGE, payload: { width: given['width'], height: given['height'] } }
    case 'ui/notifications/initialized':
      return { type: Type.UI_LIFECYCLE_IFRAME_READY }
    default:
      return undefined
  }
}

/** Converts a legacy host's response to a tool call, which may be a result, text or any value. */
export function toToolResult(response: unknown): CallToolResult {
  if (isRecord(response) && Array.isArray(response['content'])) return response as CallToolResult
  if (isRecord(response) && isRecord(response['structuredContent'])) return { content: [], ...response }
  return {
    content: [{ type: 'text', text: plain(response) }],
    ...(isRecord(response) && { structuredContent: response }),
  }
}

/** The tool data and host context of a View, from render data. */
export function fromRenderData(data: RenderData): {
  readonly context: McpUiHostContext
  readonly input: Record<string, unknown> | undefined
  readonly result: CallToolResult | undefined
} {
  const { toolInput, toolOutput, widgetState: _state, locale, theme, displayMode, maxHeight, ...more } = data
  return {
    context: {
      ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
      ...(locale !== undefined && { locale }),
      ...(displayMode === 'inline' || displayMode === 'fullscreen' || displayMode === 'pip' ? { displayMode } : {}),
      ...(maxHeight !== undefined && { containerDimensions: { maxHeight } }),
      ...(Object.keys(more).length > 0 && { [RENDER_DATA_CONTEXT_KEY]: more }),
    },
    input: toolInput,
    result: toolOutput === undefined || toolOutput === null ? undefined : toToolResult(toolOutput),
  }
}

/** The text blocks of some content. */
export function textOf(content: unknown): string {
  const blocks = Array.isArray(content) ? (content as unknown[]) : [content]
  return blocks.flatMap((block) => (isRecord(block) && typeof block['text'] === 'string' ? [block['text']] : [])).join('\n')
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
