import { isRecord } from '../../protocol/rpc/message.ts'

type Mode = 'inline' | 'fullscreen' | 'pip'

/** The data half of `window.openai`. */
export interface OpenAiGlobals {
  readonly theme: 'light' | 'dark'
  readonly locale: string
  readonly userAgent: {
    readonly device: { readonly type: 'mobile' | 'tablet' | 'desktop' | 'unknown' }
    readonly capabilities: { readonly hover: boolean; readonly touch: boolean }
  }
  readonly displayMode: Mode
  readonly maxHeight: number | null
  readonly safeArea: {
    readonly insets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  }
  /** The display mode of the widget, and the params of a modal. */
  readonly view: { readonly mode: string; readonly params: unknown }
  readonly toolInput: Record<string, unknown> | null
  readonly toolOutput: unknown
  readonly toolResponseMetadata: Record<string, unknown> | null
  readonly widgetState: unknown
}

/** The state of a widget before the first message of the host. */
export const firstGlobals = (): OpenAiGlobals => ({
  theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  locale: navigator.language,
  userAgent: {
    device: { type: 'desktop' },
    capabilities: { hover: matchMedia('(hover: hover)').matches, touch: navigator.maxTouchPoints > 0 },
  },
  displayMode: 'inline',
  maxHeight: null,
  safeArea: { insets: { top: 0, right: 0, bottom: 0, left: 0 } },
  view: { mode: 'inline', params: null },
  toolInput: null,
  toolOutput: null,
  toolResponseMetadata: null,
  widgetState: null,
})

/** The globals that a message of an Apps host changes. */
export function changedGlobals(method: string, params: unknown, before: OpenAiGlobals): Partial<OpenAiGlobals> {
  const given = isRecord(params) ? params : {}
  switch (method) {
    case 'ui/notifications/tool-input':
    case 'ui/notifications/tool-input-partial':
      return { toolInput: isRecord(given['arguments']) ? given['arguments'] : {} }
    case 'ui/notifications/tool-result':
      return {
        toolOutput: given['structuredContent'] ?? null,
        // The metadata there contains the whole result, including what the structured part omits.
        toolResponseMetadata: {
          ...(isRecord(given['_meta']) && given['_meta']),
          mcp_tool_result: given,
          call_tool_result: given,
        },
      }
    case 'ui/notifications/host-context-changed':
      return contextGlobals(given, before)
    default:
      return {}
  }
}

function contextGlobals(context: Record<string, unknown>, { userAgent, view }: OpenAiGlobals): Partial<OpenAiGlobals> {
  const { theme, locale, displayMode, containerDimensions, safeAreaInsets, deviceCapabilities, platform } = context
  const room = isRecord(containerDimensions) ? (containerDimensions['maxHeight'] ?? containerDimensions['height']) : undefined
  return {
    ...((theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof locale === 'string' && { locale }),
    ...((displayMode === 'inline' || displayMode === 'fullscreen' || displayMode === 'pip') && {
      displayMode,
      // Back in the page, a modal is over.
      view: view.mode === 'modal' && displayMode !== 'inline' ? view : { mode: displayMode, params: null },
    }),
    ...(typeof room === 'number' && { maxHeight: room }),
    ...(isRecord(safeAreaInsets) && { safeArea: { insets: safeAreaInsets as OpenAiGlobals['safeArea']['insets'] } }),
    ...((isRecord(deviceCapabilities) || typeof platform === 'string') && {
      userAgent: {
        device: { type: platform === 'mobile' ? 'mobile' : 'desktop' },
        capabilities: { ...userAgent.capabilities, ...(isRecord(deviceCapabilities) && deviceCapabilities) },
      },
    }),
  }
}
