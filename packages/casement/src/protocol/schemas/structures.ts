import { isRecord } from '../rpc/message.ts'
import { mismatch, schema, within, type AnySchema, type Infer, type Problem, type Schema } from './schema.ts'

/** The schema of an optional member. */
export type Optional<T> = Schema<T | undefined> & { readonly optional: true; readonly inner: Schema<T> }

/** The members of an object, each with its schema. */
export type Shape = Readonly<Record<string, AnySchema>>

type Flat<T> = { [K in keyof T]: T[K] }

/** The type of an object with these members. The explicit `| undefined` makes it the same under both settings of `exactOptionalPropertyTypes`. */
export type Members<S extends Shape> = Flat<
  { -readonly [K in keyof S as S[K] extends { optional: true } ? never : K]: Infer<S[K]> } & {
    -readonly [K in keyof S as S[K] extends { optional: true } ? K : never]?: Infer<S[K]> | undefined
  }
>

/** An object schema that exposes its members, so that other schemas can reuse them. */
export type ObjectSchema<S extends Shape, T = Members<S>> = Schema<T> & { readonly shape: S }

/** An optional member. */
// @__NO_SIDE_EFFECTS__
export function optional<T>(inner: Schema<T>): Optional<T> {
  const base = schema<T | undefined>({
    expects: inner.expects,
    fits: (value) => value === undefined || inner.fits(value),
    explain: inner.explain,
    normalize: inner.normalize && ((value) => (value === undefined ? value : inner.normalize?.(value))),
    json: (refer) => refer(inner),
  })
  return { ...base, optional: true, inner }
}

/** An array with items of one schema. */
// @__NO_SIDE_EFFECTS__
export function array<T>(item: Schema<T>): Schema<T[]> {
  const { fits } = item
  const firstInvalid = (items: readonly unknown[]): number => {
    for (let index = 0; index < items.length; index++) if (!fits(items[index])) return index
    return -1
  }
  return schema({
    expects: 'an array',
    fits: (value) => Array.isArray(value) && firstInvalid(value) === -1,
    explain(value) {
      if (!Array.isArray(value)) return mismatch('an array', value)
      const index = firstInvalid(value)
      return within(index, item.explain(value[index]))
    },
    json: (refer) => ({ type: 'array', items: refer(item) }),
  })
}

// A Map or a Date survives a structured clone, but is not a JSON object.
const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (!isRecord(value)) return false
  const parent: unknown = Object.getPrototypeOf(value)
  return parent === null || Object.getPrototypeOf(parent) === null
}

/** An object used as a dictionary. Without a schema, its values are not validated. */
// @__NO_SIDE_EFFECTS__
export function record(): Schema<Record<string, unknown>>
export function record<T>(values: Schema<T>): Schema<Record<string, T>>
export function record(values?: AnySchema): Schema<Record<string, unknown>> {
  if (!values) return schema({ expects: 'an object', fits: isPlain, json: () => ({ type: 'object' }) })
  const firstInvalid = (value: Record<string, unknown>): string | undefined =>
    Object.keys(value).find((key) => !values.fits(value[key]))
  return schema({
    expects: 'an object',
    fits: (value) => isPlain(value) && firstInvalid(value) === undefined,
    explain(value) {
      if (!isPlain(value)) return mismatch('an object', value)
      const key = firstInvalid(value)
      return key === undefined ? mismatch('an object', value) : within(key, values.explain(value[key]))
    },
    json: (refer) => ({ type: 'object', additionalProperties: refer(values) }),
  })
}

/** An object with these members. Unknown members are kept, but are not part of the type. */
// @__NO_SIDE_EFFECTS__
export function object<const S extends Shape>(shape: S): ObjectSchema<S> {
  const members = Object.entries(shape)
  const keys = members.map(([key]) => key)
  const validators = members.map(([, member]) => ('inner' in member ? (member.inner as AnySchema).fits : member.fits))
  const isOptional = members.map(([, member]) => member.fits(undefined))
  const normalizable = members.filter(([, member]) => member.normalize)
  const required = members.filter(([, member]) => !member.fits(undefined)).map(([key]) => key)

  const base = schema<Members<S>>({
    expects: 'an object',
    fits(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
      for (let index = 0; index < keys.length; index++) {
        const member = (value as Record<string, unknown>)[keys[index]!]
        if (member === undefined ? !isOptional[index] : !validators[index]!(member)) return false
      }
      return true
    },
    explain(value): Problem {
      if (!isRecord(value)) return mismatch('an object', value)
      for (const [key, member] of members) if (!member.fits(value[key])) return within(key, member.explain(value[key]))
      return mismatch('an object', value)
    },
    normalize:
      normalizable.length === 0 ? undefined : (value) => normalizeMembers(value as Record<string, unknown>, normalizable),
    json: (refer) => ({
      type: 'object',
      properties: Object.fromEntries(members.map(([key, member]) => [key, refer(member)])),
      ...(required.length > 0 && { required }),
    }),
  })
  return { ...base, shape }
}

// The received object is never changed, and copied only if a member has another form than its type promises.
function normalizeMembers(value: Record<string, unknown>, normalizable: readonly (readonly [string, AnySchema])[]): unknown {
  const changed = normalizable
    .map(([key, member]) => [key, member.normalize?.(value[key])] as const)
    .filter(([key, next]) => next !== value[key])
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
}

/** An object with these members, whose type also allows other members. */
// @__NO_SIDE_EFFECTS__
export const looseObject = <const S extends Shape>(shape: S): ObjectSchema<S, Members<S> & { [key: string]: unknown }> =>
  object(shape)

/** A value of any of these schemas. */
// @__NO_SIDE_EFFECTS__
export function union<const O extends readonly AnySchema[]>(...options: O): Schema<Infer<O[number]>> {
  const expects = [...new Set(options.map((option) => option.expects))].join(' or ')
  return schema({
    expects,
    fits(value) {
      for (const option of options) if (option.fits(value)) return true
      return false
    },
    explain(value) {
      // The option with the deepest problem is most likely the intended one.
      const [best] = options.map((option) => option.explain(value)).toSorted((a, b) => b.path.length - a.path.length)
      return best && best.path.length > 0 ? best : mismatch(expects, value)
    },
    json: (refer) => ({ anyOf: options.map(refer) }),
  })
}

/** A union of objects that is discriminated by their `type`. */
// @__NO_SIDE_EFFECTS__
export function byType<const O extends readonly ObjectSchema<{ type: Schema<string> & { only: string } } & Shape, unknown>[]>(
  ...options: O
): Schema<Infer<O[number]>> {
  const types = options.map((option) => option.shape.type.only)
  const validators = options.map((option) => option.fits)
  const indexOf = (value: unknown): number => types.indexOf((value as { type: string }).type)
  const expects = types.map((type) => JSON.stringify(type)).join(' or ')
  return schema({
    expects: 'an object with a known type',
    fits(value) {
      if (typeof value !== 'object' || value === null) return false
      const fits = validators[indexOf(value)]
      return fits !== undefined && fits(value)
    },
    explain(value) {
      if (!isRecord(value)) return mismatch('an object', value)
      return options[indexOf(value)]?.explain(value) ?? within('type', mismatch(expects, value['type']))
    },
    json: (refer) => ({ anyOf: options.map(refer) }),
  })
}

/** A value that is accepted in several forms. `wire` validates it, and `normalize` converts it to one form. */
// @__NO_SIDE_EFFECTS__
export const normalized = <W, T>(wire: Schema<W>, normalize: (value: W) => T): Schema<T> =>
  schema({ ...wire, normalize: normalize as (value: unknown) => unknown })

/** A schema with a fast path for its most common form. `isCommon` must accept only values that the schema accepts. */
// @__NO_SIDE_EFFECTS__
export const withFastPath = <T>(full: Schema<T>, isCommon: (value: Record<string, unknown>) => boolean): Schema<T> =>
  schema({
    ...full,
    fits: (value) =>
      (typeof value === 'object' && value !== null && isCommon(value as Record<string, unknown>)) || full.fits(value),
  })
