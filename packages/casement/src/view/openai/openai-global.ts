import type { CallToolResult, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { isRecord } from '../../protocol/rpc/message.ts'

type Mode = 'inline' | 'fullscreen' | 'pip'

/** What `window.openai` offers, as far as an App has a use for it. Any part may be missing. */
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
  readonly requestDisplayMode?: (wish: { mode: Mode }) => Promise<{ mode: Mode }>
  readonly requestClose?: () => unknown
  readonly notifyIntrinsicHeight?: (height: number) => unknown
}

/** The host context that the globals amount to. */
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

/** The result of the tool call that the View shows, or undefined while there is none. */
export function toResult({ toolOutput, toolResponseMetadata: meta }: OpenAiGlobal): CallToolResult | undefined {
  if (toolOutput == null) return undefined
  const result = isRecord(toolOutput) ? { content: [], structuredContent: toolOutput } : textResult(toolOutput)
  // ChatGPT puts the whole result into the metadata, the server's own metadata included.
  const whole = meta?.['mcp_tool_result']
  return { ...result, ...(meta && { _meta: meta }), ...(isRecord(whole) && whole) }
}

/** What `callTool` came back with as a result. It is one already, or `{ result }` in older hosts. */
export function toCallResult(answer: unknown): CallToolResult {
  if (isRecord(answer) && (answer['content'] || answer['structuredContent'])) return { content: [], ...answer }
  return textResult(isRecord(answer) && 'result' in answer ? answer['result'] : answer)
}

const textResult = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value ?? null) }],
})
