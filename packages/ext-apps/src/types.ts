import type { HostToProxy, HostToView, Params, ProxyToHost, Result, ViewToHost } from 'casement/protocol'

export { LATEST_PROTOCOL_VERSION } from 'casement/protocol'
export * from './methods.ts'
export * from './schemas.ts'
export type {
  McpUiTheme,
  McpUiDisplayMode,
  McpUiStyleVariableKey,
  McpUiStyles,
  McpUiHostCss,
  McpUiHostStyles,
  McpUiOpenLinkRequest,
  McpUiOpenLinkResult,
  McpUiDownloadFileRequest,
  McpUiDownloadFileResult,
  McpUiMessageRequest,
  McpUiMessageResult,
  McpUiUpdateModelContextRequest,
  McpUiSupportedContentBlockModalities,
  McpUiSandboxProxyReadyNotification,
  McpUiSandboxResourceReadyNotification,
  McpUiSizeChangedNotification,
  McpUiToolInputNotification,
  McpUiToolInputPartialNotification,
  McpUiToolResultNotification,
  McpUiToolCancelledNotification,
  McpUiHostContext,
  McpUiHostContextChangedNotification,
  McpUiResourceTeardownRequest,
  McpUiResourceTeardownResult,
  McpUiRequestTeardownNotification,
  McpUiHostCapabilities,
  McpUiAppCapabilities,
  McpUiInitializeRequest,
  McpUiInitializeResult,
  McpUiInitializedNotification,
  McpUiResourceCsp,
  McpUiResourcePermissions,
  McpUiResourceMeta,
  McpUiRequestDisplayModeRequest,
  McpUiRequestDisplayModeResult,
  McpUiToolVisibility,
  McpUiToolMeta,
  McpUiClientCapabilities,
} from 'casement/protocol/schemas'

type Methods = ViewToHost & HostToView & ProxyToHost & HostToProxy
/** Messages whose params may be left out altogether. */
type WithoutParams =
  | 'tools/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'prompts/list'
  | 'ping'
  | 'notifications/tools/list_changed'
  | 'notifications/resources/list_changed'
  | 'notifications/prompts/list_changed'
  | 'ui/notifications/initialized'
  | 'ui/notifications/request-teardown'
type Message<M extends keyof Methods> = M extends WithoutParams
  ? { method: M; params?: Params<Methods, M> | undefined }
  : { method: M; params: Params<Methods, M> }
type Messages<M extends keyof Methods> = { [K in M]: Message<K> }[M]

type AppRequestMethod =
  | 'ui/initialize'
  | 'ui/open-link'
  | 'ui/download-file'
  | 'ui/message'
  | 'ui/update-model-context'
  | 'ui/resource-teardown'
  | 'ui/request-display-mode'
  | 'tools/call'
  | 'tools/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'sampling/createMessage'
  | 'ping'

/** Any request between a View and its host. */
export type AppRequest = Messages<AppRequestMethod>

/** Any notification between a View, its sandbox and its host. */
export type AppNotification = Messages<
  | 'ui/notifications/host-context-changed'
  | 'ui/notifications/tool-input'
  | 'ui/notifications/tool-input-partial'
  | 'ui/notifications/tool-result'
  | 'ui/notifications/tool-cancelled'
  | 'ui/notifications/sandbox-resource-ready'
  | 'ui/notifications/initialized'
  | 'ui/notifications/size-changed'
  | 'ui/notifications/sandbox-proxy-ready'
  | 'ui/notifications/request-teardown'
  | 'notifications/tools/list_changed'
  | 'notifications/resources/list_changed'
  | 'notifications/prompts/list_changed'
  | 'notifications/message'
>

/** The result of any request between a View and its host. */
export type AppResult = { [M in AppRequestMethod]: Result<Methods, M> }[AppRequestMethod]
