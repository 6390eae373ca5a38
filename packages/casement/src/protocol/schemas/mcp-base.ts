import { integer, literal, number, oneOf, string, unknown } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, looseObject, object, optional, union, type Shape } from './structures.ts'

/** The id of a JSON-RPC request. */
export const RequestIdSchema = union(string(), integer())
export type RequestId = Infer<typeof RequestIdSchema>

/** What ties progress to the request that asked for it. */
export const ProgressTokenSchema = union(string(), integer())
export type ProgressToken = Infer<typeof ProgressTokenSchema>

/** The `_meta` of a request. */
export const RequestMetaSchema = looseObject({
  progressToken: optional(ProgressTokenSchema),
  'io.modelcontextprotocol/related-task': optional(object({ taskId: string() })),
})
export type RequestMeta = Infer<typeof RequestMetaSchema>

/** What the params of every request and notification may carry. */
export const base = { _meta: optional(RequestMetaSchema) }
/** What every result may carry. */
export const resultBase = { _meta: optional(looseObject({})) }

/** A request or notification whose params are told. */
// @__NO_SIDE_EFFECTS__
export const message = <const M extends string, const P extends Shape>(method: M, params: P) =>
  object({ method: literal(method), params: object({ ...base, ...params }) })

/** One that needs no params. */
// @__NO_SIDE_EFFECTS__
export const bareMessage = <const M extends string>(method: M) =>
  object({ method: literal(method), params: optional(object(base)) })

/** A result that says only that it worked. */
export const EmptyResultSchema = object(resultBase)
export type EmptyResult = Infer<typeof EmptyResultSchema>

/** A request for one page of a list. */
// @__NO_SIDE_EFFECTS__
export const listRequest = <const M extends string>(method: M) =>
  object({ method: literal(method), params: optional(object({ ...base, cursor: optional(string()) })) })

/** The members of every page of a list. */
export const page = { ...resultBase, nextCursor: optional(string()) }

/** A picture that stands for something. */
export const IconSchema = object({
  src: string(),
  mimeType: optional(string()),
  sizes: optional(array(string())),
  theme: optional(oneOf('light', 'dark')),
})
export type Icon = Infer<typeof IconSchema>

/** The members of everything that has a name. */
export const named = { name: string(), title: optional(string()), icons: optional(array(IconSchema)) }

/** What identifies a program. */
export const ImplementationSchema = object({
  ...named,
  version: string(),
  websiteUrl: optional(string()),
  description: optional(string()),
})
export type Implementation = Infer<typeof ImplementationSchema>

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
