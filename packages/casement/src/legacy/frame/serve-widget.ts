import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { RESPONSE_META_KEY, InternalMessageType as Type, type LegacyMessage, type RenderData } from '../messages.ts'
import { messageReceived, messageResponse, toApps } from '../mcp-ui-to-apps.ts'
import { foldRenderData, lifecycleMessage, renderDataMessage } from '../render-data.ts'

/** The widget: it posts messages of the old protocol, and is posted to. */
export interface WidgetEnd {
  readonly post: (message: LegacyMessage) => void
}

/** The MCP Apps host behind a widget. */
export interface WidgetHost {
  readonly request: (method: string, params: object, timeout: number) => Promise<unknown>
  readonly notify: (method: string, params: object) => void
}

/** The widget's metadata in the document. */
export interface WidgetSettings {
  /** Initial render data. */
  readonly renderData?: RenderData
  /** Pixels. */
  readonly size?: { readonly width?: number; readonly height?: number }
  /** Milliseconds before a pending request of a widget fails with `Timeout`. Default 30,000. */
  readonly timeout?: number
}

/** Both directions of one widget's conversation. */
export interface WidgetService {
  /** Handles a message of the widget. */
  readonly fromWidget: (message: LegacyMessage) => void
  /** Handles a message of the host. */
  readonly fromHost: (method: string, params: unknown) => void
  /** The widget has loaded: it receives its render data, as in a legacy host. */
  readonly loaded: () => void
}

/** Lets a widget of the old protocol live with a host that speaks Apps. */
export function serveWidget(end: WidgetEnd, host: WidgetHost, settings: WidgetSettings, sized: () => void): WidgetService {
  const { timeout = 30_000 } = settings
  let data: RenderData = settings.renderData ?? {}

  const ask = async (method: string, params: object, messageId: string | undefined): Promise<void> => {
    const reply = (outcome: { response: unknown } | { error: unknown }): void => {
      if (messageId !== undefined) end.post(messageResponse(messageId, outcome))
    }
    try {
      const answer = await host.request(method, params, timeout)
      // A refusal, a flag in MCP Apps, was a rejected promise. A failed tool still has a result.
      if (method !== 'tools/call' && isRecord(answer) && answer['isError'] === true)
        reply({ error: { message: typeof answer['message'] === 'string' ? answer['message'] : 'The host refused the request' } })
      else reply({ response: plainResponse(answer) })
    } catch (error) {
      reply({ error: describeError(error) })
    }
  }

  return {
    fromWidget(message) {
      const { messageId } = message
      const said = toApps(message)
      if (said.kind === 'render-data') return end.post(renderDataMessage(data, messageId))
      if (said.kind === 'unknown') return
      if (message.type === Type.UI_SIZE_CHANGE) sized()
      if (messageId !== undefined) end.post(messageReceived(messageId))
      if (said.kind === 'request') return void ask(said.method, said.params, messageId)
      host.notify(said.method, said.params)
      // A notification gets no response, but a widget that gave it an id waits for one.
      if (messageId !== undefined) end.post(messageResponse(messageId, { response: {} }))
    },
    fromHost(method, params) {
      const before = data
      data = foldRenderData(data, method, params)
      if (data !== before) end.post(renderDataMessage(data))
      const message = lifecycleMessage(method, params)
      if (message) end.post(message)
    },
    loaded() {
      if (Object.keys(data).length > 0) end.post(renderDataMessage(data))
    },
  }
}

const plainResponse = (answer: unknown): unknown => {
  const meta = isRecord(answer) && isRecord(answer['_meta']) ? answer['_meta'] : {}
  return RESPONSE_META_KEY in meta ? meta[RESPONSE_META_KEY] : answer
}

function describeError(error: unknown): unknown {
  if (CasementError.is(error, 'TIMEOUT')) return 'Timeout'
  const { message } = error instanceof Error ? error : { message: String(error) }
  return { ...(CasementError.is(error) && error.wire && { code: error.wire.code }), message }
}
