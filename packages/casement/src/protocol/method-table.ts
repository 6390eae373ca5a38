import { isRecord } from './rpc/message.ts'
import { describeProblem, type AnySchema } from './schemas/schema.ts'

/** A capability that a method requires: the side that declares it, and its path among that side's capabilities. */
export interface RequiredCapability {
  readonly side: 'host' | 'app'
  readonly path: readonly string[]
  /** Hosts of the stable specification support some methods without declaring them (4.20): `unknown` means that only a call can tell. */
  readonly whenAbsent: 'unsupported' | 'unknown'
}

/** The document that defines a method: the stable or draft specification, only the official TypeScript package, or Casement itself. */
export type Stability = 'stable' | 'draft' | 'package' | 'casement'

/** A notification in the method table. */
export interface NotificationEntry<P extends AnySchema = AnySchema, E extends string | undefined = string | undefined> {
  readonly method: string
  readonly params: P
  readonly capability: RequiredCapability | undefined
  readonly stability: Stability
  /** The event that the receiving side emits: `on<event>` is its handler. */
  readonly event: E
}

/** A request in the method table. */
export interface RequestEntry<
  P extends AnySchema = AnySchema,
  R extends AnySchema = AnySchema,
  H extends string | undefined = string | undefined,
> {
  readonly method: string
  readonly params: P
  readonly result: R
  readonly capability: RequiredCapability | undefined
  readonly stability: Stability
  /** The property of `AppBridge` or `App` that handles the request. */
  readonly handler: H
}

/** All methods of one direction, by name. */
export type MethodTable = Readonly<Record<string, RequestEntry | NotificationEntry>>

type MessageSchema<P extends AnySchema> = { readonly shape: { readonly method: { readonly only: string }; readonly params: P } }

interface EntryOptions {
  readonly capability?: RequiredCapability
}

/** Declares a request. */
// @__NO_SIDE_EFFECTS__
export const request = <P extends AnySchema, R extends AnySchema, const H extends string | undefined = undefined>(
  { shape }: MessageSchema<P>,
  result: R,
  stability: Stability,
  { capability, handler }: EntryOptions & { readonly handler?: H } = {},
): RequestEntry<P, R, H> => ({
  method: shape.method.only,
  params: shape.params,
  result,
  capability,
  stability,
  handler: handler as H, // absent exactly where H is undefined
})

/** Declares a notification. */
// @__NO_SIDE_EFFECTS__
export const notification = <P extends AnySchema, const E extends string | undefined = undefined>(
  { shape }: MessageSchema<P>,
  stability: Stability,
  { capability, event }: EntryOptions & { readonly event?: E } = {},
): NotificationEntry<P, E> => ({
  method: shape.method.only,
  params: shape.params,
  capability,
  stability,
  event: event as E, // absent exactly where E is undefined
})

/** Requires a capability of the host. */
// @__NO_SIDE_EFFECTS__
export const hostCapability = (...path: string[]): RequiredCapability => ({ side: 'host', path, whenAbsent: 'unsupported' })

/** Requires a capability that hosts of the stable specification need not declare. */
// @__NO_SIDE_EFFECTS__
export const optionalHostCapability = (...path: string[]): RequiredCapability => ({ side: 'host', path, whenAbsent: 'unknown' })

/** Requires a capability of the View. */
// @__NO_SIDE_EFFECTS__
export const appCapability = (...path: string[]): RequiredCapability => ({ side: 'app', path, whenAbsent: 'unsupported' })

/** The entry of a method. The name comes from an untrusted message, so inherited names such as `constructor` find nothing. */
export const findMethod = (table: MethodTable, method: string): MethodTable[string] | undefined =>
  Object.hasOwn(table, method) ? table[method] : undefined

/** Describes the first problem of the params of a message. Undefined if they are valid, or if the table does not have the method. */
export function checkParams(table: MethodTable, method: string, params: unknown): string | undefined {
  const entry = findMethod(table, method)
  return entry && describeProblem(entry.params, params, 'params')
}

/** Converts valid params to the form their type promises: `ui/message` content becomes an array, and so on. */
export function normalizeParams(table: MethodTable, method: string, params: unknown): unknown {
  const normalize = findMethod(table, method)?.params.normalize
  return normalize ? normalize(params) : params
}

/** True when both sides' capabilities allow a method; `unknown` when only a call can tell. */
export function isCapable(
  required: RequiredCapability | undefined,
  capabilities: { host?: object | undefined; app?: object | undefined },
): boolean | 'unknown' {
  if (!required) return true
  let value: unknown = capabilities[required.side]
  for (const key of required.path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  if (value !== undefined && value !== false) return true
  return required.whenAbsent === 'unknown' ? 'unknown' : false
}
