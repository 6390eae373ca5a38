import type { CallToolResult, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { isRecord } from '../../protocol/rpc/message.ts'

type Mode = 'inline' | 'fullscreen' | 'pip'

/** The part of `window.openai` that an App uses. Any member may be missing. */
export interface OpenAiGlobal {
  readonly toolInput?: Record<string, unknown> | null
  readonly toolOutput?: unknown
  readonly toolResponseMetadata?: Record<string, unknown> | null
  readonly widgetState?: Record<string, unknown> | null
  readonly theme?: 'light' | 'dark'
  readonly locale?: string
  readonly displayMode?: Mode
  readonly maxHeight?: number | null
  readonly safeArea?: { insets?: { top: number; right: number; bottom: number; left: number } }
  readonly userAgent?: { device?: { type?: string }; capabilities?: { hover?: boolean; touch?: boolean } }
  readonly setWidgetState?: (state: Record<string, unknown>) => unknown
  readonly callTool?: (name: string, args: Record<string, unknown>) => Promise<unknown>
  readonly sendFollowUpMessage?: (message: { prompt: string }) => unknown
  readonly openExternal?: (link: { href: string }) => unknown
  readonly requestDisplayMode?: (request: { mode: Mode }) => Promise<{ mode: Mode }>
  readonly requestClose?: () => unknown
  readonly notifyIntrinsicHeight?: (height: number) => unknown
}

/** Derives the host context from the globals. */
export function toContext(openai: OpenAiGlobal): McpUiHostContext {
  const { theme, locale, displayMode, maxHeight, safeArea, userAgent = {}, requestDisplayMode } = openai
  const { device, capabilities } = userAgent
  return {
    ...(theme && { theme }),
    ...(locale && { locale }),
    ...(displayMode && { displayMode }),
    ...(requestDisplayMode && { availableDisplayModes: ['inline', 'fullscreen', 'pip'] }),
    ...(maxHeight && { containerDimensions: { maxHeight } }),
    ...(safeArea?.insets && { safeAreaInsets: safeArea.insets }),
    ...(capabilities && { deviceCapabilities: capabilities }),
    ...(/mobile|tablet/.test(device?.type ?? '') && { platform: 'mobile' }),
  }
}

/** Derives the result of the tool call that the View shows; undefined while there is none. */
export function toResult({ toolOutput, toolResponseMetadata: meta }: OpenAiGlobal): CallToolResult | undefined {
  if (toolOutput == null) return undefined
  const result = isRecord(toolOutput) ? { content: [], structuredContent: toolOutput } : textResult(toolOutput)
  // ChatGPT puts the complete result into the metadata, including the server's own metadata.
  const complete = meta?.['mcp_tool_result']
  return { ...result, ...(meta && { _meta: meta }), ...(isRecord(complete) && complete) }
}

/** Converts the return value of `callTool`, which is a result already, or `{ result }` in older hosts. */
export function toCallResult(value: unknown): CallToolResult {
  if (isRecord(value) && (value['content'] || value['structuredContent'])) return { content: [], ...value }
  return textResult(isRecord(value) && 'result' in value ? value['result'] : value)
}

const textResult = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value ?? null) }],
})
