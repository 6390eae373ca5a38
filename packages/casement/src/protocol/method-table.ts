import { isRecord } from './rpc/message.ts'
import { describeProblem, validate, type AnySchema } from './schemas/schema.ts'

/** The capability that lets a method be used: whose it is, and where it stands among them. */
export interface CapabilityGate {
  readonly of: 'host' | 'app'
  readonly path: readonly string[]
  /** What it means when it is not there. Hosts of the stable text support some methods without saying so (4.20). */
  readonly absent: 'unsupported' | 'unknown'
}

/** Where a method is defined: `package` means only in the official TypeScript package, `casement` that it is our own addition. */
export type MethodSource = 'stable' | 'draft' | 'package' | 'casement'

/** What the table says of a notification. */
export interface NotificationEntry<P extends AnySchema = AnySchema> {
  readonly method: string
  readonly params: P
  readonly gate: CapabilityGate | null
  readonly source: MethodSource
}

/** What the table says of a request. */
export interface RequestEntry<P extends AnySchema = AnySchema, R extends AnySchema = AnySchema> extends NotificationEntry<P> {
  readonly result: R
}

/** What is known of the params of methods, by name. */
export type ParamsTable = Readonly<Record<string, { readonly params: AnySchema }>>

/** All methods of one direction, by name. */
export type MethodTable = Readonly<Record<string, RequestEntry | NotificationEntry>>

type Message<P extends AnySchema> = { readonly shape: { readonly method: { readonly only: string }; readonly params: P } }

/** The entry of a request. */
// @__NO_SIDE_EFFECTS__
export const call = <P extends AnySchema, R extends AnySchema>(
  { shape }: Message<P>,
  result: R,
  source: MethodSource,
  gate: CapabilityGate | null = null,
): RequestEntry<P, R> => ({ method: shape.method.only, params: shape.params, result, gate, source })

/** The entry of a notification. */
// @__NO_SIDE_EFFECTS__
export const note = <P extends AnySchema>(
  { shape }: Message<P>,
  source: MethodSource,
  gate: CapabilityGate | null = null,
): NotificationEntry<P> => ({
  method: shape.method.only,
  params: shape.params,
  gate,
  source,
})

/** Needs a capability of the host. */
// @__NO_SIDE_EFFECTS__
export const host = (...path: string[]): CapabilityGate => ({ of: 'host', path, absent: 'unsupported' })

/** Needs a capability of the View. */
// @__NO_SIDE_EFFECTS__
export const app = (...path: string[]): CapabilityGate => ({ of: 'app', path, absent: 'unsupported' })

/** What is wrong with the params of a message, in words; undefined when nothing is, or when the table does not know the method. */
export function checkParams(table: ParamsTable, method: string, params: unknown): string | undefined {
  const entry = entryOf(table, method)
  return entry && describeProblem(entry.params, params, 'params')
}

/** The params in the one spelling their type promises (`ui/message` content as an array, and the like), or what is wrong with them. */
export function readParams(table: ParamsTable, method: string, params: unknown): { params: unknown } | { problem: string } {
  const entry = entryOf(table, method)
  if (!entry) return { params }
  const read = validate(entry.params, params)
  if (!read.issues) return { params: read.value }
  return { problem: describeProblem(entry.params, params, 'params') ?? 'could not be read' }
}

/** The same for params that were checked before. */
export function settleParams(table: ParamsTable, method: string, params: unknown): unknown {
  const settle = entryOf(table, method)?.params.settle
  return settle ? settle(params) : params
}

/** True when the capabilities of the two sides let a method be used; `unknown` when only trying can tell. */
export function isGateOpen(
  gate: CapabilityGate | null,
  capabilities: { host?: object | undefined; app?: object | undefined },
): boolean | 'unknown' {
  if (!gate) return true
  let found: unknown = capabilities[gate.of]
  for (const key of gate.path) found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  if (found !== undefined && found !== false) return true
  return gate.absent === 'unknown' ? 'unknown' : false
}

// A stranger names the method, so `constructor` must not find anything.
const entryOf = (table: ParamsTable, method: string): ParamsTable[string] | undefined =>
  Object.hasOwn(table, method) ? table[method] : undefined
