import { LATEST_PROTOCOL_VERSION } from '../constants.ts'
import { McpUiAppCapabilitiesSchema, McpUiHostCapabilitiesSchema, type McpUiAppCapabilities } from './apps-capabilities.ts'
import { messageDisplayMode, McpUiHostContextSchema } from './apps-context.ts'
import { McpUiResourceCspSchema, McpUiResourcePermissionsSchema } from './apps-metadata.ts'
import { ImplementationSchema } from './mcp-base.ts'
import { ContentBlockSchema, EmbeddedResourceSchema, ResourceLinkSchema, type ContentBlock } from './mcp-content.ts'
import { CallToolResultSchema } from './mcp-tools.ts'
import { boolean, literal, number, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, byType, looseObject, object, optional, record, normalized, union } from './structures.ts'

// @__NO_SIDE_EFFECTS__
const message = <const M extends string, P>(method: M, params: Schema<P>) => object({ method: literal(method), params })

// @__NO_SIDE_EFFECTS__
const bareMessage = <const M extends string>(method: M) => object({ method: literal(method), params: optional(object({})) })

/** The first request of a View. All three members are required; `McpUiInitializeRequestCompatSchema` is more lenient. */
export const McpUiInitializeRequestSchema = message(
  'ui/initialize',
  object({ appInfo: ImplementationSchema, appCapabilities: McpUiAppCapabilitiesSchema, protocolVersion: string() }),
)
export type McpUiInitializeRequest = Infer<typeof McpUiInitializeRequestSchema>

/** The View has completed the handshake and is ready for messages. */
export const McpUiInitializedNotificationSchema = bareMessage('ui/notifications/initialized')
export type McpUiInitializedNotification = Infer<typeof McpUiInitializedNotificationSchema>

/** The size of the View's content has changed, in pixels. */
export const McpUiSizeChangedNotificationSchema = message(
  'ui/notifications/size-changed',
  object({ width: optional(number()), height: optional(number()) }),
)
export type McpUiSizeChangedNotification = Infer<typeof McpUiSizeChangedNotificationSchema>

/** The View asks to be unmounted. */
export const McpUiRequestTeardownNotificationSchema = bareMessage('ui/notifications/request-teardown')
export type McpUiRequestTeardownNotification = Infer<typeof McpUiRequestTeardownNotificationSchema>

interface LenientInfo {
  name?: string | undefined
  version?: string | undefined
}

/** The params of `ui/initialize` as hand-written Views send them: `clientInfo` and `capabilities` from older samples, or missing members. */
export interface LenientInitializeParams {
  appInfo?: LenientInfo | undefined
  clientInfo?: LenientInfo | undefined
  appCapabilities?: McpUiAppCapabilities | undefined
  capabilities?: McpUiAppCapabilities | undefined
  protocolVersion?: string | undefined
}

/** Converts lenient params to the strict form. Complete params are returned as they are. */
export function normalizeInitialize(given: LenientInitializeParams): McpUiInitializeRequest['params'] {
  const { appInfo, appCapabilities, protocolVersion } = given
  const isComplete =
    appInfo?.name !== undefined && appInfo.version !== undefined && appCapabilities && protocolVersion !== undefined
  if (isComplete) return given as McpUiInitializeRequest['params']
  const info = appInfo ?? given.clientInfo
  return {
    appInfo: { ...info, name: info?.name ?? 'unknown', version: info?.version ?? '0' },
    appCapabilities: appCapabilities ?? given.capabilities ?? {},
    protocolVersion: protocolVersion ?? LATEST_PROTOCOL_VERSION,
  }
}

const lenientInfo = optional(looseObject({ name: optional(string()), version: optional(string()) }))
const optionalCapabilities = optional(McpUiAppCapabilitiesSchema)

/**
 * `ui/initialize` as hand-written Views send it: `clientInfo` and `capabilities` from older samples, or missing members. `validate`
 * returns the strict form. If that is a different object than the received one, members were filled in, which a host should log.
 */
export const McpUiInitializeRequestCompatSchema = object({
  method: literal('ui/initialize'),
  params: normalized(
    looseObject({
      appInfo: lenientInfo,
      clientInfo: lenientInfo,
      appCapabilities: optionalCapabilities,
      capabilities: optionalCapabilities,
      protocolVersion: optional(string()),
    }),
    normalizeInitialize,
  ),
})

const content = array(ContentBlockSchema)

const outcome = {
  /** True if the host refused the request or failed. */
  isError: optional(boolean()),
}

/** The host's response to `ui/initialize`. */
export const McpUiInitializeResultSchema = looseObject({
  protocolVersion: string(),
  hostInfo: ImplementationSchema,
  hostCapabilities: McpUiHostCapabilitiesSchema,
  hostContext: McpUiHostContextSchema,
})
export type McpUiInitializeResult = Infer<typeof McpUiInitializeResultSchema>

/** Opens a link in the user's browser. The host decides which schemes are allowed. */
export const McpUiOpenLinkRequestSchema = message('ui/open-link', object({ url: string() }))
export type McpUiOpenLinkRequest = Infer<typeof McpUiOpenLinkRequestSchema>
/** The result of `ui/open-link`. */
export const McpUiOpenLinkResultSchema = looseObject(outcome)
export type McpUiOpenLinkResult = Infer<typeof McpUiOpenLinkResultSchema>

/** Downloads files to the user's device. */
export const McpUiDownloadFileRequestSchema = message(
  'ui/download-file',
  object({ contents: array(byType(EmbeddedResourceSchema, ResourceLinkSchema)) }),
)
export type McpUiDownloadFileRequest = Infer<typeof McpUiDownloadFileRequestSchema>
/** The result of `ui/download-file`. */
export const McpUiDownloadFileResultSchema = looseObject(outcome)
export type McpUiDownloadFileResult = Infer<typeof McpUiDownloadFileResultSchema>

/** Adds a message to the conversation. A single content block, as in the text of the specification, becomes an array in `validate`. */
export const McpUiMessageRequestSchema = message(
  'ui/message',
  object({
    role: literal('user'),
    content: normalized(union(content, ContentBlockSchema), (given): ContentBlock[] => (Array.isArray(given) ? given : [given])),
  }),
)
export type McpUiMessageRequest = Infer<typeof McpUiMessageRequestSchema>
/** The result of `ui/message`. */
export const McpUiMessageResultSchema = looseObject(outcome)
export type McpUiMessageResult = Infer<typeof McpUiMessageResultSchema>

/** Replaces the View's context for the model. */
export const McpUiUpdateModelContextRequestSchema = message(
  'ui/update-model-context',
  object({ content: optional(content), structuredContent: optional(record()) }),
)
export type McpUiUpdateModelContextRequest = Infer<typeof McpUiUpdateModelContextRequestSchema>

/** Requests another display mode. */
export const McpUiRequestDisplayModeRequestSchema = message('ui/request-display-mode', object({ mode: messageDisplayMode }))
export type McpUiRequestDisplayModeRequest = Infer<typeof McpUiRequestDisplayModeRequestSchema>
/** The current display mode after the request, changed or not. */
export const McpUiRequestDisplayModeResultSchema = looseObject({ mode: messageDisplayMode })
export type McpUiRequestDisplayModeResult = Infer<typeof McpUiRequestDisplayModeResultSchema>

/** The host is about to unmount the View. */
export const McpUiResourceTeardownRequestSchema = message('ui/resource-teardown', object({ reason: optional(string()) }))
export type McpUiResourceTeardownRequest = Infer<typeof McpUiResourceTeardownRequestSchema>
/** The View is ready to be unmounted. The members of the result are ignored. */
export const McpUiResourceTeardownResultSchema = record()
export type McpUiResourceTeardownResult = Infer<typeof McpUiResourceTeardownResultSchema>

const toolArguments = object({ arguments: optional(record()) })

/** The complete arguments of the tool call. */
export const McpUiToolInputNotificationSchema = message('ui/notifications/tool-input', toolArguments)
export type McpUiToolInputNotification = Infer<typeof McpUiToolInputNotificationSchema>

/** The arguments of the tool call that have been streamed so far. */
export const McpUiToolInputPartialNotificationSchema = message('ui/notifications/tool-input-partial', toolArguments)
export type McpUiToolInputPartialNotification = Infer<typeof McpUiToolInputPartialNotificationSchema>

/** The result of the tool call. */
export const McpUiToolResultNotificationSchema = message('ui/notifications/tool-result', CallToolResultSchema)
export type McpUiToolResultNotification = Infer<typeof McpUiToolResultNotificationSchema>

/** The tool call was cancelled and will have no result. */
export const McpUiToolCancelledNotificationSchema = message(
  'ui/notifications/tool-cancelled',
  object({ reason: optional(string()) }),
)
export type McpUiToolCancelledNotification = Infer<typeof McpUiToolCancelledNotificationSchema>

/** The fields of the host context that have changed. */
export const McpUiHostContextChangedNotificationSchema = message('ui/notifications/host-context-changed', McpUiHostContextSchema)
export type McpUiHostContextChangedNotification = Infer<typeof McpUiHostContextChangedNotificationSchema>

/** The sandbox proxy is ready to receive a document. */
export const McpUiSandboxProxyReadyNotificationSchema = message('ui/notifications/sandbox-proxy-ready', object({}))
export type McpUiSandboxProxyReadyNotification = Infer<typeof McpUiSandboxProxyReadyNotificationSchema>

/** The document for the sandbox proxy. */
export const McpUiSandboxResourceReadyNotificationSchema = message(
  'ui/notifications/sandbox-resource-ready',
  object({
    html: string(),
    /** Replaces the inner frame's `sandbox` attribute. */
    sandbox: optional(string()),
    csp: optional(McpUiResourceCspSchema),
    permissions: optional(McpUiResourcePermissionsSchema),
  }),
)
export type McpUiSandboxResourceReadyNotification = Infer<typeof McpUiSandboxResourceReadyNotificationSchema>
