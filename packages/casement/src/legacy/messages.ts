import { isRecord } from '../protocol/rpc/message.ts'

/** The names of the messages by which MCP-UI ran itself. */
export const InternalMessageType = {
  UI_MESSAGE_RECEIVED: 'ui-message-received',
  UI_MESSAGE_RESPONSE: 'ui-message-response',
  UI_SIZE_CHANGE: 'ui-size-change',
  UI_LIFECYCLE_IFRAME_READY: 'ui-lifecycle-iframe-ready',
  /** Our own: a widget behind a proxy has loaded. */
  UI_LIFECYCLE_IFRAME_LOADED: 'ui-lifecycle-iframe-loaded',
  UI_LIFECYCLE_IFRAME_RENDER_DATA: 'ui-lifecycle-iframe-render-data',
  UI_LIFECYCLE_TOOL_CANCELLED: 'ui-lifecycle-tool-cancelled',
  UI_LIFECYCLE_TEARDOWN: 'ui-lifecycle-teardown',
  UI_REQUEST_DATA: 'ui-request-data',
  UI_REQUEST_RENDER_DATA: 'ui-request-render-data',
  UI_PROXY_IFRAME_READY: 'ui-proxy-iframe-ready',
  UI_HTML_CONTENT: 'ui-html-content',
  /** The name of the same message in the server package. */
  UI_RAWHTML_CONTENT: 'ui-html-content',
} as const

/** The parameter that a host adds to the URL of a widget that will receive render data. */
export const ReservedUrlParams = { WAIT_FOR_RENDER_DATA: 'waitForRenderData' } as const

/** Asks a host for data by the old `ui-request-data`, which Apps does not know; only a host with a handler for it answers. */
export const REQUEST_DATA_METHOD = 'mcpui.dev/request-data'
/** The key under which a message carries its MCP-UI action, so that a host with `onUIAction` receives the original. */
export const ACTION_META_KEY = 'mcpui.dev/action'
/** The key under which a response carries the unchanged return value of `onUIAction`. */
export const RESPONSE_META_KEY = 'mcpui.dev/response'
/** Where a host context carries render data of the host, what `iframeRenderData` was. */
export const RENDER_DATA_CONTEXT_KEY = 'mcpui.dev/render-data'

interface Action<T extends string, P> {
  readonly type: T
  readonly messageId?: string
  readonly payload: P
}

/** The five actions that a widget may request. */
export type UIActionResult =
  | Action<'tool', { toolName: string; params: Record<string, unknown> }>
  | Action<'prompt', { prompt: string }>
  | Action<'link', { url: string }>
  | Action<'intent', { intent: string; params: Record<string, unknown> }>
  | Action<'notify', { message: string }>

/** The names of the five actions. */
export type UIActionType = UIActionResult['type']

/** Any message of the old protocol, either way. */
export interface LegacyMessage {
  readonly type: string
  readonly messageId?: string | undefined
  readonly payload?: unknown
}

const ACTIONS: readonly string[] = ['tool', 'prompt', 'link', 'intent', 'notify'] satisfies UIActionType[]

/** True for messages of MCP-UI. All other messages on the same window belong to other code. */
export const isLegacyMessage = (value: unknown): value is LegacyMessage =>
  isRecord(value) && typeof value['type'] === 'string' && (value['type'].startsWith('ui-') || ACTIONS.includes(value['type']))

/** True for one of the five actions. */
export const isUIAction = (value: unknown): value is UIActionResult => isLegacyMessage(value) && ACTIONS.includes(value.type)

/** The data that a widget renders, and other members that its host adds. */
export interface RenderData {
  toolInput?: Record<string, unknown> | undefined
  toolOutput?: unknown
  widgetState?: unknown
  locale?: string | undefined
  theme?: string | undefined
  displayMode?: string | undefined
  maxHeight?: number | undefined
  [more: string]: unknown
}
