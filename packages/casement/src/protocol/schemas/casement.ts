import { McpUiThemeSchema } from './apps-context.ts'
import { integer, literal, nullValue, string, unknown } from './scalars.ts'
import type { Infer, Schema } from './schema.ts'
import { object, optional, record, union } from './structures.ts'

/** One value that the host stores for a View, with the version of its shape. */
export const StateEntrySchema = object({ version: integer(), value: unknown() })
/** One value that the host stores for a View, with the version of its shape. */
export type StateEntry = Infer<typeof StateEntrySchema>

/** Reads everything that the host stores for a View. */
export const StateReadRequestSchema = object({ method: literal('dev.casement/state/read'), params: object({}) })
export type StateReadRequest = Infer<typeof StateReadRequestSchema>
/** All stored values of a View, by key. */
export const StateReadResultSchema = object({ entries: record(StateEntrySchema) })
export type StateReadResult = Infer<typeof StateReadResultSchema>

/** Stores one value, or deletes it with null. */
export const StateWriteRequestSchema = object({
  method: literal('dev.casement/state/write'),
  params: object({ key: string(), entry: union(StateEntrySchema, nullValue()) }),
})
export type StateWriteRequest = Infer<typeof StateWriteRequestSchema>

// @__NO_SIDE_EFFECTS__
const sandboxNotification = <const N extends string, P>(name: N, params: Schema<P>) =>
  object({ method: literal(`dev.casement/sandbox/${name}`), params })

const none = optional(object({}))
const reason = object({ reason: string() })

/** The proxy does not run in this page. */
export const SandboxRefusedNotificationSchema = sandboxNotification('refused', reason)
/** Offers, and then confirms, a port on which the View receives the host's messages without the relay. */
export const SandboxDownlinkNotificationSchema = sandboxNotification('downlink', none)
/** The View's frame has loaded another document. */
export const SandboxNavigatedNotificationSchema = sandboxNotification('navigated', none)
/** The proxy has removed the View. */
export const SandboxStoppedNotificationSchema = sandboxNotification('stopped', reason)
/** The proxy has dropped a message of the View. */
export const SandboxDroppedNotificationSchema = sandboxNotification('dropped', reason)
/** An error, policy violation or console entry in the View's page, as that page reports it. */
export const SandboxViewReportNotificationSchema = sandboxNotification('view-report', record())
/** The View scrolled the page around it. */
export const SandboxScrolledNotificationSchema = sandboxNotification('scrolled', none)
/** The View has loaded and sent no message. */
export const SandboxSilentNotificationSchema = sandboxNotification('silent', none)
/** The host's theme has changed. */
export const SandboxThemeNotificationSchema = sandboxNotification('theme', object({ theme: McpUiThemeSchema }))
/** Opens the View of a ticket in a proxy that was loaded before the ticket was known. */
export const SandboxOpenNotificationSchema = sandboxNotification(
  'open',
  object({ url: string(), sandbox: string(), allow: string() }),
)
