import { isRecord } from '../protocol/rpc/message.ts'
import { InternalMessageType as Type, RENDER_DATA_CONTEXT_KEY, type LegacyMessage, type RenderData } from './messages.ts'

/** The render data after a message of an Apps host; the same object if the message is irrelevant to a widget. */
export function foldRenderData(data: RenderData, method: string, params: unknown): RenderData {
  const given = isRecord(params) ? params : {}
  switch (method) {
    case 'ui/notifications/tool-input':
    case 'ui/notifications/tool-input-partial':
      return { ...data, toolInput: isRecord(given['arguments']) ? given['arguments'] : {} }
    case 'ui/notifications/tool-result':
      return { ...data, toolOutput: given }
    case 'ui/notifications/host-context-changed':
      return { ...data, ...fromContext(given) }
    default:
      return data
  }
}

/** The part of a host context that a widget receives. */
export function fromContext(context: Readonly<Record<string, unknown>>): RenderData {
  const { theme, locale, displayMode, containerDimensions, [RENDER_DATA_CONTEXT_KEY]: more } = context
  const { maxHeight, height } = isRecord(containerDimensions) ? containerDimensions : {}
  const room = maxHeight ?? height
  return {
    ...(typeof theme === 'string' && { theme }),
    ...(typeof locale === 'string' && { locale }),
    ...(typeof displayMode === 'string' && { displayMode }),
    ...(typeof room === 'number' && { maxHeight: room }),
    ...(isRecord(more) && more),
  }
}

/** The message with render data, as a response if the widget requested it. */
export const renderDataMessage = (renderData: RenderData, messageId?: string): LegacyMessage => ({
  type: Type.UI_LIFECYCLE_IFRAME_RENDER_DATA,
  ...(messageId !== undefined && { messageId }),
  payload: { renderData },
})

/** The MCP-UI message for another notification of the host; undefined if there is none. */
export function lifecycleMessage(method: string, params: unknown): LegacyMessage | undefined {
  const reason = isRecord(params) ? params['reason'] : undefined
  if (method === 'ui/notifications/tool-cancelled') return { type: Type.UI_LIFECYCLE_TOOL_CANCELLED, payload: { reason } }
  if (method === 'ui/resource-teardown') return { type: Type.UI_LIFECYCLE_TEARDOWN, payload: { reason } }
  return undefined
}
