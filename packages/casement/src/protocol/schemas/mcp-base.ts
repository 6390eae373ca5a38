import { integer, literal, string } from './scalars.ts'
import type { Infer } from './schema.ts'
import { looseObject, object, optional, union, type Shape } from './structures.ts'

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
