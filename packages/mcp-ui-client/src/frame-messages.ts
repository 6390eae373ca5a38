import { InternalMessageType as Type, type UIActionResult } from 'casement/legacy'
import { deliveryMessage, type ResourceFrame } from './resource-frame.ts'

/** The state of a visible frame, read for each message. */
export interface FrameContext {
  readonly onUIAction: ((action: UIActionResult) => Promise<unknown>) | undefined
  readonly renderData: Readonly<Record<string, unknown>> | undefined
  readonly onsize: (size: { width?: number; height?: number }) => void
  /** An error of `onUIAction`, which the widget has received. */
  readonly onerror: (error: unknown) => void
}

interface WidgetMessage {
  readonly type?: unknown
  readonly messageId?: string
  readonly payload?: Readonly<Record<string, unknown>>
  readonly method?: unknown
}

/** Speaks MCP-UI with the widget in a frame. */
export interface FrameMessages {
  /** The frame has loaded. */
  loaded(): void
  close(): void
}

/** Listens to the widget in this frame at its origin, and to nothing else on the page. */
export function openFrameMessages(frame: HTMLIFrameElement, shown: ResourceFrame, context: () => FrameContext): FrameMessages {
  const { contentWindow } = frame
  const post = (message: object): void => {
    const target = shown.origin === 'null' ? /* opaque: an opaque origin has no name */ '*' : shown.origin
    contentWindow?.postMessage(message, target)
  }
  const postRenderData = (messageId?: string): void =>
    post({ type: Type.UI_LIFECYCLE_IFRAME_RENDER_DATA, messageId, payload: { renderData: context().renderData } })
  const postKnownRenderData = (): void => {
    if (context().renderData) postRenderData()
  }
  const act = async (action: UIActionResult): Promise<void> => {
    const { onUIAction, onerror } = context()
    if (!onUIAction) return
    const { messageId } = action
    post({ type: Type.UI_MESSAGE_RECEIVED, messageId })
    try {
      const response = await onUIAction(action)
      post({ type: Type.UI_MESSAGE_RESPONSE, messageId, payload: { response } })
    } catch (error) {
      post({ type: Type.UI_MESSAGE_RESPONSE, messageId, payload: { error: cloneable(error) } })
      onerror(error)
    }
  }
  let isDelivered = false
  const deliver = (): void => {
    if (isDelivered) return
    isDelivered = true
    const message = deliveryMessage(shown)
    if (message) post(message)
  }
  const onmessage = ({ source, origin, data }: MessageEvent<WidgetMessage | null>): void => {
    if (source === null || source !== contentWindow || origin !== shown.origin || typeof data !== 'object' || !data) return
    if (data.method === 'ui/notifications/sandbox-proxy-ready' && shown.delivery === 'inline') return deliver()
    switch (data.type) {
      case Type.UI_PROXY_IFRAME_READY:
        return shown.delivery === 'proxy' ? deliver() : undefined
      case Type.UI_LIFECYCLE_IFRAME_LOADED:
      case Type.UI_LIFECYCLE_IFRAME_READY:
        return postKnownRenderData()
      case Type.UI_REQUEST_RENDER_DATA:
        return postRenderData(data.messageId)
      case Type.UI_SIZE_CHANGE:
        return context().onsize(data.payload ?? {})
      default:
        // Any other message is an action, as in MCP-UI; a host may have types of its own.
        if (typeof data.type === 'string') void act(data as UIActionResult)
    }
  }
  window.addEventListener('message', onmessage)
  return {
    // The load event of a frame with a proxy is that of the proxy; the widget behind it announces itself.
    loaded: () => (shown.delivery === 'none' ? postKnownRenderData() : undefined),
    close: () => window.removeEventListener('message', onmessage),
  }
}

/** An error may carry what cannot be posted, such as a function. */
function cloneable(error: unknown): unknown {
  try {
    return structuredClone(error)
  } catch {
    return new Error(error instanceof Error ? error.message : String(error))
  }
}
