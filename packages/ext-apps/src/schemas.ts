import * as schemas from 'casement/protocol/schemas'
import { compatSchema, type CompatSchema } from './compat-schema.ts'

// Marked as pure one by one, so that a bundle contains only the schemas that it uses.
/** The schema of `McpUiTheme`. */
export const McpUiThemeSchema: CompatSchema<schemas.McpUiTheme> = /* @__PURE__ */ compatSchema(schemas.McpUiThemeSchema)
/** The schema of `McpUiDisplayMode`. */
export const McpUiDisplayModeSchema: CompatSchema<schemas.McpUiDisplayMode> = /* @__PURE__ */ compatSchema(
  schemas.McpUiDisplayModeSchema,
)
/** The schema of `McpUiHostCss`. */
export const McpUiHostCssSchema: CompatSchema<schemas.McpUiHostCss> = /* @__PURE__ */ compatSchema(schemas.McpUiHostCssSchema)
/** The schema of `McpUiHostStyles`. */
export const McpUiHostStylesSchema: CompatSchema<schemas.McpUiHostStyles> = /* @__PURE__ */ compatSchema(
  schemas.McpUiHostStylesSchema,
)
/** The schema of `McpUiOpenLinkRequest`. */
export const McpUiOpenLinkRequestSchema: CompatSchema<schemas.McpUiOpenLinkRequest> = /* @__PURE__ */ compatSchema(
  schemas.McpUiOpenLinkRequestSchema,
)
/** The schema of `McpUiOpenLinkResult`. */
export const McpUiOpenLinkResultSchema: CompatSchema<schemas.McpUiOpenLinkResult> = /* @__PURE__ */ compatSchema(
  schemas.McpUiOpenLinkResultSchema,
)
/** The schema of `McpUiDownloadFileRequest`. */
export const McpUiDownloadFileRequestSchema: CompatSchema<schemas.McpUiDownloadFileRequest> = /* @__PURE__ */ compatSchema(
  schemas.McpUiDownloadFileRequestSchema,
)
/** The schema of `McpUiDownloadFileResult`. */
export const McpUiDownloadFileResultSchema: CompatSchema<schemas.McpUiDownloadFileResult> = /* @__PURE__ */ compatSchema(
  schemas.McpUiDownloadFileResultSchema,
)
/** The schema of `McpUiMessageRequest`. */
export const McpUiMessageRequestSchema: CompatSchema<schemas.McpUiMessageRequest> = /* @__PURE__ */ compatSchema(
  schemas.McpUiMessageRequestSchema,
)
/** The schema of `McpUiMessageResult`. */
export const McpUiMessageResultSchema: CompatSchema<schemas.McpUiMessageResult> = /* @__PURE__ */ compatSchema(
  schemas.McpUiMessageResultSchema,
)
/** The schema of `McpUiUpdateModelContextRequest`. */
export const McpUiUpdateModelContextRequestSchema: CompatSchema<schemas.McpUiUpdateModelContextRequest> =
  /* @__PURE__ */ compatSchema(schemas.McpUiUpdateModelContextRequestSchema)
/** The schema of `McpUiSupportedContentBlockModalities`. */
export const McpUiSupportedContentBlockModalitiesSchema: CompatSchema<schemas.McpUiSupportedContentBlockModalities> =
  /* @__PURE__ */ compatSchema(schemas.McpUiSupportedContentBlockModalitiesSchema)
/** The schema of `McpUiSandboxProxyReadyNotification`. */
export const McpUiSandboxProxyReadyNotificationSchema: CompatSchema<schemas.McpUiSandboxProxyReadyNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiSandboxProxyReadyNotificationSchema)
/** The schema of `McpUiSandboxResourceReadyNotification`. */
export const McpUiSandboxResourceReadyNotificationSchema: CompatSchema<schemas.McpUiSandboxResourceReadyNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiSandboxResourceReadyNotificationSchema)
/** The schema of `McpUiSizeChangedNotification`. */
export const McpUiSizeChangedNotificationSchema: CompatSchema<schemas.McpUiSizeChangedNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiSizeChangedNotificationSchema)
/** The schema of `McpUiToolInputNotification`. */
export const McpUiToolInputNotificationSchema: CompatSchema<schemas.McpUiToolInputNotification> = /* @__PURE__ */ compatSchema(
  schemas.McpUiToolInputNotificationSchema,
)
/** The schema of `McpUiToolInputPartialNotification`. */
export const McpUiToolInputPartialNotificationSchema: CompatSchema<schemas.McpUiToolInputPartialNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiToolInputPartialNotificationSchema)
/** The schema of `McpUiToolResultNotification`. */
export const McpUiToolResultNotificationSchema: CompatSchema<schemas.McpUiToolResultNotification> = /* @__PURE__ */ compatSchema(
  schemas.McpUiToolResultNotificationSchema,
)
/** The schema of `McpUiToolCancelledNotification`. */
export const McpUiToolCancelledNotificationSchema: CompatSchema<schemas.McpUiToolCancelledNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiToolCancelledNotificationSchema)
/** The schema of `McpUiHostContext`. */
export const McpUiHostContextSchema: CompatSchema<schemas.McpUiHostContext> = /* @__PURE__ */ compatSchema(
  schemas.McpUiHostContextSchema,
)
/** The schema of `McpUiHostContextChangedNotification`. */
export const McpUiHostContextChangedNotificationSchema: CompatSchema<schemas.McpUiHostContextChangedNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiHostContextChangedNotificationSchema)
/** The schema of `McpUiResourceTeardownRequest`. */
export const McpUiResourceTeardownRequestSchema: CompatSchema<schemas.McpUiResourceTeardownRequest> =
  /* @__PURE__ */ compatSchema(schemas.McpUiResourceTeardownRequestSchema)
/** The schema of `McpUiResourceTeardownResult`. */
export const McpUiResourceTeardownResultSchema: CompatSchema<schemas.McpUiResourceTeardownResult> = /* @__PURE__ */ compatSchema(
  schemas.McpUiResourceTeardownResultSchema,
)
/** The schema of `McpUiRequestTeardownNotification`. */
export const McpUiRequestTeardownNotificationSchema: CompatSchema<schemas.McpUiRequestTeardownNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiRequestTeardownNotificationSchema)
/** The schema of `McpUiHostCapabilities`. */
export const McpUiHostCapabilitiesSchema: CompatSchema<schemas.McpUiHostCapabilities> = /* @__PURE__ */ compatSchema(
  schemas.McpUiHostCapabilitiesSchema,
)
/** The schema of `McpUiAppCapabilities`. */
export const McpUiAppCapabilitiesSchema: CompatSchema<schemas.McpUiAppCapabilities> = /* @__PURE__ */ compatSchema(
  schemas.McpUiAppCapabilitiesSchema,
)
/** The schema of `McpUiInitializeRequest`. */
export const McpUiInitializeRequestSchema: CompatSchema<schemas.McpUiInitializeRequest> = /* @__PURE__ */ compatSchema(
  schemas.McpUiInitializeRequestSchema,
)
/** The schema of `McpUiInitializeResult`. */
export const McpUiInitializeResultSchema: CompatSchema<schemas.McpUiInitializeResult> = /* @__PURE__ */ compatSchema(
  schemas.McpUiInitializeResultSchema,
)
/** The schema of `McpUiInitializedNotification`. */
export const McpUiInitializedNotificationSchema: CompatSchema<schemas.McpUiInitializedNotification> =
  /* @__PURE__ */ compatSchema(schemas.McpUiInitializedNotificationSchema)
/** The schema of `McpUiResourceCsp`. */
export const McpUiResourceCspSchema: CompatSchema<schemas.McpUiResourceCsp> = /* @__PURE__ */ compatSchema(
  schemas.McpUiResourceCspSchema,
)
/** The schema of `McpUiResourcePermissions`. */
export const McpUiResourcePermissionsSchema: CompatSchema<schemas.McpUiResourcePermissions> = /* @__PURE__ */ compatSchema(
  schemas.McpUiResourcePermissionsSchema,
)
/** The schema of `McpUiResourceMeta`. */
export const McpUiResourceMetaSchema: CompatSchema<schemas.McpUiResourceMeta> = /* @__PURE__ */ compatSchema(
  schemas.McpUiResourceMetaSchema,
)
/** The schema of `McpUiRequestDisplayModeRequest`. */
export const McpUiRequestDisplayModeRequestSchema: CompatSchema<schemas.McpUiRequestDisplayModeRequest> =
  /* @__PURE__ */ compatSchema(schemas.McpUiRequestDisplayModeRequestSchema)
/** The schema of `McpUiRequestDisplayModeResult`. */
export const McpUiRequestDisplayModeResultSchema: CompatSchema<schemas.McpUiRequestDisplayModeResult> =
  /* @__PURE__ */ compatSchema(schemas.McpUiRequestDisplayModeResultSchema)
/** The schema of `McpUiToolVisibility`. */
export const McpUiToolVisibilitySchema: CompatSchema<schemas.McpUiToolVisibility> = /* @__PURE__ */ compatSchema(
  schemas.McpUiToolVisibilitySchema,
)
/** The schema of `McpUiToolMeta`. */
export const McpUiToolMetaSchema: CompatSchema<schemas.McpUiToolMeta> = /* @__PURE__ */ compatSchema(schemas.McpUiToolMetaSchema)
