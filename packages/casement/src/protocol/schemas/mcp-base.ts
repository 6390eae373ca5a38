import { integer, literal, number, oneOf, string, unknown } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, looseObject, object, optional, union, type Shape } from './structures.ts'

/** The id of a JSON-RPC request. */
export const RequestIdSchema = union(string(), integer())
export type RequestId = Infer<typeof RequestIdSchema>

/** The token that relates progress notifications to their request. */
export const ProgressTokenSchema = union(string(), integer())
export type ProgressToken = Infer<typeof ProgressTokenSchema>

/** The `_meta` of a request. */
export const RequestMetaSchema = looseObject({
  progressToken: optional(ProgressTokenSchema),
  'io.modelcontextprotocol/related-task': optional(object({ taskId: string() })),
})
export type RequestMeta = Infer<typeof RequestMetaSchema>

/** The members that the params of every request and notification can have. */
export const base = { _meta: optional(RequestMetaSchema) }
/** The members that every result can have. */
export const resultBase = { _meta: optional(looseObject({})) }

/** A request or notification with params. */
// @__NO_SIDE_EFFECTS__
export const message = <const M extends string, const P extends Shape>(method: M, params: P) =>
  object({ method: literal(method), params: object({ ...base, ...params }) })

/** A request or notification without params of its own. */
// @__NO_SIDE_EFFECTS__
export const bareMessage = <const M extends string>(method: M) =>
  object({ method: literal(method), params: optional(object(base)) })

/** A result without members of its own. */
export const EmptyResultSchema = object(resultBase)
export type EmptyResult = Infer<typeof EmptyResultSchema>

/** A request for one page of a list. */
// @__NO_SIDE_EFFECTS__
export const listRequest = <const M extends string>(method: M) =>
  object({ method: literal(method), params: optional(object({ ...base, cursor: optional(string()) })) })

/** The members of every page of a list. */
export const page = { ...resultBase, nextCursor: optional(string()) }

/** An icon. */
export const IconSchema = object({
  src: string(),
  mimeType: optional(string()),
  sizes: optional(array(string())),
  theme: optional(oneOf('light', 'dark')),
})
export type Icon = Infer<typeof IconSchema>

/** The members of every named definition. */
export const named = { name: string(), title: optional(string()), icons: optional(array(IconSchema)) }

/** The name and version of an implementation. */
export const ImplementationSchema = object({
  ...named,
  version: string(),
  websiteUrl: optional(string()),
  description: optional(string()),
})
/** The name and version of an implementation. */
export type Implementation = Infer<typeof ImplementationSchema>

/** Checks that the other side is responsive. */
export const PingRequestSchema = bareMessage('ping')
export type PingRequest = Infer<typeof PingRequestSchema>

/** The sender has cancelled a request. */
export const CancelledNotificationSchema = message('notifications/cancelled', {
  requestId: optional(RequestIdSchema),
  reason: optional(string()),
})
export type CancelledNotification = Infer<typeof CancelledNotificationSchema>

/** The progress of a request. */
export const ProgressNotificationSchema = message('notifications/progress', {
  progressToken: ProgressTokenSchema,
  progress: number(),
  total: optional(number()),
  message: optional(string()),
})
export type ProgressNotification = Infer<typeof ProgressNotificationSchema>

/** The severity of a log message, lowest first. */
export const LoggingLevelSchema = oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency')
/** The severity of a log message, lowest first. */
export type LoggingLevel = Infer<typeof LoggingLevelSchema>

/** A log message. */
export const LoggingMessageNotificationSchema = message('notifications/message', {
  level: LoggingLevelSchema,
  logger: optional(string()),
  data: unknown(),
})
export type LoggingMessageNotification = Infer<typeof LoggingMessageNotificationSchema>
