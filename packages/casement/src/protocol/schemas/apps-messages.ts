import { LATEST_PROTOCOL_VERSION } from '../constants.ts'
import { McpUiAppCapabilitiesSchema, McpUiHostCapabilitiesSchema, type McpUiAppCapabilities } from './apps-capabilities.ts'
import { McpUiDisplayModeSchema, McpUiHostContextSchema } from './apps-context.ts'
import { McpUiResourceCspSchema, McpUiResourcePermissionsSchema } from './apps-metadata.ts'
import { ImplementationSchema } from './mcp-base.ts'
import { ContentBlockSchema, EmbeddedResourceSchema, ResourceLinkSchema, type ContentBlock } from './mcp-content.ts'
import { CallToolResultSchema } from './mcp-tools.ts'
import { boolean, literal, number, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { array, byType, looseObject, object, optional, record, normalized, union } from './structures.ts'

/** A message of MCP Apps. */
// @__NO_SIDE_EFFECTS__
const message = <const M extends string, P>(method: M, params: Schema<P>) => object({ method: literal(method), params })

// @__NO_SIDE_EFFECTS__
const bareMessage = <const M extends string>(method: M) => object({ method: literal(method), params: optional(object({})) })

/** The first message of a View. All three members are required; `McpUiInitializeRequestCompatSchema` takes less. */
export const McpUiInitializeRequestSchema = message(
  'ui/initialize',
  object({ appInfo: ImplementationSchema, appCapabilities: McpUiAppCapabilitiesSchema, protocolVersion: string() }),
)
export type McpUiInitializeRequest = Infer<typeof McpUiInitializeRequestSchema>

/** The View is ready to be spoken to. */
export const McpUiInitializedNotificationSchema = bareMessage('ui/notifications/initialized')
export type McpUiInitializedNotification = Infer<typeof McpUiInitializedNotificationSchema>

/** The content of the View has another size now, in pixels. */
export const McpUiSizeChangedNotificationSchema = message(
  'ui/notifications/size-changed',
  object({ width: optional(number()), height: optional(number()) }),
)
export type McpUiSizeChangedNotification = Infer<typeof McpUiSizeChangedNotificationSchema>

/** The View would like to be closed. */
export const McpUiRequestTeardownNotificationSchema = bareMessage('ui/notifications/request-teardown')
export type McpUiRequestTeardownNotification = Infer<typeof McpUiRequestTeardownNotificationSchema>

interface PartialInfo {
  name?: string | undefined
  version?: string | undefined
}

/** What hand-written Views say of themselves: `clientInfo` and `capabilities` as older samples had them, or members missing. */
export interface LenientInitializeParams {
  appInfo?: PartialInfo | undefined
  clientInfo?: PartialInfo | undefined
  appCapabilities?: McpUiAppCapabilities | undefined
  capabilities?: McpUiAppCapabilities | undefined
  protocolVersion?: string | undefined
}

/** The strict form of it: the very same object where nothing had to be filled in. */
export function normalizeInitialize(given: LenientInitializeParams): McpUiInitializeRequest['params'] {
  const { appInfo, appCapabilities, protocolVersion } = given
  const isWhole = appInfo?.name !== undefined && appInfo.version !== undefined && appCapabilities && protocolVersion !== undefined
  if (isWhole) return given as McpUiInitializeRequest['params']
  const info = appInfo ?? given.clientInfo
  return {
    appInfo: { ...info, name: info?.name ?? 'unknown', version: info?.version ?? '0' },
    appCapabilities: appCapabilities ?? given.capabilities ?? {},
    protocolVersion: protocolVersion ?? LATEST_PROTOCOL_VERSION,
  }
}

const partialInfo = optional(looseObject({ name: optional(string()), version: optional(string()) }))
const someCapabilities = optional(McpUiAppCapabilitiesSchema)

/**
 * `ui/initialize` as hand-written Views send it (4.46): `clientInfo` and `capabilities` as older samples had them, or members
 * missing. A host that opts into this reads with `validate` and gets the strict form; where that is another object than the
 * one that came, something was filled in, and a log should say so.
 */
export const McpUiInitializeRequestCompatSchema = object({
  method: literal('ui/initialize'),
  params: normalized(
    looseObject({
      appInfo: partialInfo,
      clientInfo: partialInfo,
      appCapabilities: someCapabilities,
      capabilities: someCapabilities,
      protocolVersion: optional(string()),
    }),
    normalizeInitialize,
  ),
})

const content = array(ContentBlockSchema)

const outcome = {
  /** True when the host refused or failed. */
  isError: optional(boolean()),
}

/** The host's answer. */
export const McpUiInitializeResultSchema = looseObject({
  protocolVersion: string(),
  hostInfo: ImplementationSchema,
  hostCapabilities: McpUiHostCapabilitiesSchema,
  hostContext: McpUiHostContextSchema,
})
export type McpUiInitializeResult = Infer<typeof McpUiInitializeResultSchema>

/** Opens a link outside. The scheme is the host's to judge. */
export const McpUiOpenLinkRequestSchema = message('ui/open-link', object({ url: string() }))
export type McpUiOpenLinkRequest = Infer<typeof McpUiOpenLinkRequestSchema>
/** Whether the link was opened. */
export const McpUiOpenLinkResultSchema = looseObject(outcome)
export type McpUiOpenLinkResult = Infer<typeof McpUiOpenLinkResultSchema>

/** Saves files for the user. */
export const McpUiDownloadFileRequestSchema = message(
  'ui/download-file',
  object({ contents: array(byType(EmbeddedResourceSchema, ResourceLinkSchema)) }),
)
export type McpUiDownloadFileRequest = Infer<typeof McpUiDownloadFileRequestSchema>
/** Whether the file was saved. */
export const McpUiDownloadFileResultSchema = looseObject(outcome)
export type McpUiDownloadFileResult = Infer<typeof McpUiDownloadFileResultSchema>

/** Says something in the conversation. One block may come bare, as the specification's text has it; `validate` makes it an array (4.2). */
export const McpUiMessageRequestSchema = message(
  'ui/message',
  object({
    role: literal('user'),
    content: normalized(union(content, ContentBlockSchema), (given): ContentBlock[] => (Array.isArray(given) ? given : [given])),
  }),
)
export type McpUiMessageRequest = Infer<typeof McpUiMessageRequestSchema>
/** Whether the message was taken. */
export const McpUiMessageResultSchema = looseObject(outcome)
export type McpUiMessageResult = Infer<typeof McpUiMessageResultSchema>

/** Replaces what the model is told about this View. */
export const McpUiUpdateModelContextRequestSchema = message(
  'ui/update-model-context',
  object({ content: optional(content), structuredContent: optional(record()) }),
)
export type McpUiUpdateModelContextRequest = Infer<typeof McpUiUpdateModelContextRequestSchema>

/** Asks to be shown differently. */
export const McpUiRequestDisplayModeRequestSchema = message('ui/request-display-mode', object({ mode: McpUiDisplayModeSchema }))
export type McpUiRequestDisplayModeRequest = Infer<typeof McpUiRequestDisplayModeRequestSchema>
/** The mode that now holds, changed or not. */
export const McpUiRequestDisplayModeResultSchema = looseObject({ mode: McpUiDisplayModeSchema })
export type McpUiRequestDisplayModeResult = Infer<typeof McpUiRequestDisplayModeResultSchema>

/** The host is about to remove the View. The reason may be missing (4.16). */
export const McpUiResourceTeardownRequestSchema = message('ui/resource-teardown', object({ reason: optional(string()) }))
export type McpUiResourceTeardownRequest = Infer<typeof McpUiResourceTeardownRequestSchema>
/** That the View is ready to go; what else it says is not looked at. */
export const McpUiResourceTeardownResultSchema = record()
export type McpUiResourceTeardownResult = Infer<typeof McpUiResourceTeardownResultSchema>

const toolArguments = object({ arguments: optional(record()) })

/** The complete arguments of the tool call. */
export const McpUiToolInputNotificationSchema = message('ui/notifications/tool-input', toolArguments)
export type McpUiToolInputNotification = Infer<typeof McpUiToolInputNotificationSchema>

/** The arguments so far. */
export const McpUiToolInputPartialNotificationSchema = message('ui/notifications/tool-input-partial', toolArguments)
export type McpUiToolInputPartialNotification = Infer<typeof McpUiToolInputPartialNotificationSchema>

/** What the tool returned. */
export const McpUiToolResultNotificationSchema = message('ui/notifications/tool-result', CallToolResultSchema)
export type McpUiToolResultNotification = Infer<typeof McpUiToolResultNotificationSchema>

/** There will be no result. The reason may be missing (4.16). */
export const McpUiToolCancelledNotificationSchema = message(
  'ui/notifications/tool-cancelled',
  object({ reason: optional(string()) }),
)
export type McpUiToolCancelledNotification = Infer<typeof McpUiToolCancelledNotificationSchema>

/** Some of the surroundings changed; only those are in it. */
export const McpUiHostContextChangedNotificationSchema = message('ui/notifications/host-context-changed', McpUiHostContextSchema)
export type McpUiHostContextChangedNotification = Infer<typeof McpUiHostContextChangedNotificationSchema>

/** The sandbox proxy can take a document. */
export const McpUiSandboxProxyReadyNotificationSchema = message('ui/notifications/sandbox-proxy-ready', object({}))
export type McpUiSandboxProxyReadyNotification = Infer<typeof McpUiSandboxProxyReadyNotificationSchema>

/** The document for it. */
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
