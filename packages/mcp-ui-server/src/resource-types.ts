import type { UIActionResult } from 'casement/legacy'
import type { EmbeddedResource, ListResourcesResult } from 'casement/protocol/schemas'

type Resource = ListResourcesResult['resources'][number]

/** The address of a UI resource. */
export type URI = `ui://${string}`

interface ContentBase<M extends string> {
  uri: URI
  mimeType: M
  _meta?: Record<string, unknown>
}

/** A content block for the result of a tool, with a resource of one of these MIME types. */
export interface UIResourceOf<M extends string> {
  type: 'resource'
  resource: (ContentBase<M> & { text: string; blob?: never }) | (ContentBase<M> & { blob: string; text?: never })
  annotations?: Record<string, unknown>
  _meta?: Record<string, unknown>
}

/** HTML as text. */
export interface RawHtmlPayload {
  type: 'rawHtml'
  htmlString: string
}

/** A page by its URL. */
export interface ExternalUrlPayload {
  type: 'externalUrl'
  iframeUrl: string
}

/** The metadata of a UI resource. */
export interface UIResourceMetadata {
  /** Width and height as CSS lengths. */
  'preferred-frame-size'?: [string, string]
  'initial-render-data'?: Record<string, unknown>
}

/** The options of `createUIResource` for this kind of content. */
export interface ResourceOptions<C> {
  uri: URI
  content: C
  encoding: 'text' | 'blob'
  /** For `_meta`, with the prefix of MCP-UI. */
  uiMetadata?: UIResourceMetadata
  /** For `_meta`, unchanged. It takes precedence over `uiMetadata`. */
  metadata?: Record<string, unknown>
  /** More members of the resource. Its `_meta` takes precedence over `metadata`. */
  resourceProps?: Omit<Partial<Resource>, 'uri' | 'mimeType'>
  /** More members of the content block. */
  embeddedResourceProps?: Omit<Partial<EmbeddedResource>, 'resource' | 'type'>
  adapters?: AdaptersConfig
}

/** At most one adapter can be enabled, because each produces a document with its own MIME type. */
export type AdaptersConfig =
  | { appsSdk: AppsSdkAdapterOptions; mcpApps?: never }
  | { mcpApps: McpAppsAdapterOptions; appsSdk?: never }
  | { appsSdk?: undefined; mcpApps?: undefined }

/** Lets a widget of MCP-UI run in ChatGPT. */
export interface AppsSdkAdapterOptions {
  enabled: boolean
  config?: Omit<AppsSdkAdapterConfig, 'logger'>
  /** Default `text/html+skybridge`. */
  mimeType?: string
}

/** Lets a widget of MCP-UI run in a host of MCP Apps. */
export interface McpAppsAdapterOptions {
  enabled: boolean
  config?: McpAppsAdapterConfig
}

/** Settings of the ChatGPT adapter. */
export interface AppsSdkAdapterConfig {
  /** Not used: the adapter writes nothing to the console. */
  logger?: Pick<Console, 'log' | 'warn' | 'error' | 'debug'>
  /** Not used: messages reach the widget with the origin of its own window. */
  hostOrigin?: string
  /** Milliseconds that a request may take. Default 30,000. */
  timeout?: number
  /** Whether an intent becomes a prompt. Default: it does. */
  intentHandling?: 'prompt' | 'ignore'
}

/** Settings of the MCP Apps adapter. */
export interface McpAppsAdapterConfig {
  /** Milliseconds that a request may take. Default 30,000. */
  timeout?: number
}

type DisplayMode = 'inline' | 'pip' | 'fullscreen'

/** The data that a widget renders. */
export interface RenderData {
  toolInput?: Record<string, unknown>
  toolOutput?: unknown
  widgetState?: unknown
  locale?: string
  theme?: string
  displayMode?: DisplayMode
  maxHeight?: number
  [key: string]: unknown
}

interface Message<T extends string, P> {
  type: T
  messageId?: string
  payload: P
}

/** Any message between a widget of MCP-UI and its host. */
export type MCPUIMessage =
  | UIActionResult
  | (Omit<Message<'ui-lifecycle-iframe-ready', unknown>, 'payload'> & { payload?: Record<string, never> })
  | Message<'ui-size-change', { width?: number; height?: number }>
  | (Message<'ui-request-data', { requestType: string; params?: Record<string, unknown> }> & { messageId: string })
  | (Omit<Message<'ui-request-render-data', unknown>, 'payload'> & { payload?: Record<string, unknown> })
  | Message<'ui-lifecycle-iframe-render-data', { renderData: RenderData }>
  | Message<'ui-message-received', { messageId: string }>
  | Message<'ui-message-response', { messageId: string; response?: unknown; error?: unknown }>

/** `window.openai`, as far as the ChatGPT adapter uses it. */
export interface AppsSdkBridge {
  toolInput: Record<string, unknown>
  toolOutput: unknown
  widgetState: unknown
  setWidgetState(state: unknown): Promise<void>
  callTool(name: string, args: Record<string, unknown>): Promise<unknown>
  sendFollowUpMessage(params: { prompt: string }): Promise<void>
  requestDisplayMode(params: { mode: DisplayMode }): Promise<void>
  maxHeight?: number
  displayMode?: DisplayMode
  locale?: string
  theme?: string
}

declare global {
  interface Window {
    openai?: AppsSdkBridge
  }
}
