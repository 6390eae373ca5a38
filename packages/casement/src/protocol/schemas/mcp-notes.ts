import { bareMessage, message, ProgressTokenSchema, RequestIdSchema } from './mcp-base.ts'
import { number, oneOf, string, unknown } from './scalars.ts'
import type { Infer } from './schema.ts'
import { optional } from './structures.ts'

/** Are you there? */
export const PingRequestSchema = bareMessage('ping')
export type PingRequest = Infer<typeof PingRequestSchema>

/** The sender no longer waits for a request. */
export const CancelledNotificationSchema = message('notifications/cancelled', {
  requestId: optional(RequestIdSchema),
  reason: optional(string()),
})
export type CancelledNotification = Infer<typeof CancelledNotificationSchema>

/** How far a request has come. */
export const ProgressNotificationSchema = message('notifications/progress', {
  progressToken: ProgressTokenSchema,
  progress: number(),
  total: optional(number()),
  message: optional(string()),
})
export type ProgressNotification = Infer<typeof ProgressNotificationSchema>

/** How bad a log entry is, mildest first. */
export const LoggingLevelSchema = oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency')
export type LoggingLevel = Infer<typeof LoggingLevelSchema>

/** A log entry. */
export const LoggingMessageNotificationSchema = message('notifications/message', {
  level: LoggingLevelSchema,
  logger: optional(string()),
  data: unknown(),
})
export type LoggingMessageNotification = Infer<typeof LoggingMessageNotificationSchema>

/** The tools are no longer what they were. */
export const ToolListChangedNotificationSchema = bareMessage('notifications/tools/list_changed')
export type ToolListChangedNotification = Infer<typeof ToolListChangedNotificationSchema>
