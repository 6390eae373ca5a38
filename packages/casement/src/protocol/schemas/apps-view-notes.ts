import { McpUiAppCapabilitiesSchema } from './app-capabilities.ts'
import { ImplementationSchema } from './mcp-names.ts'
import { literal, number, string } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { object, optional } from './structures.ts'

/** A message of MCP Apps. */
// @__NO_SIDE_EFFECTS__
export const message = <const M extends string, P>(method: M, params: Schema<P>) => object({ method: literal(method), params })

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
