import { isRecord } from '../rpc/message.ts'
import { mismatch, schema, within, type AnySchema, type Infer, type Problem, type Schema } from './schema.ts'

/** A member that may be left out. */
export type Optional<T> = Schema<T | undefined> & { readonly optional: true; readonly inner: Schema<T> }

/** The members of an object, each with its schema. */
export type Shape = Readonly<Record<string, AnySchema>>

type Flat<T> = { [K in keyof T]: T[K] }

/** The type of an object with these members. `| undefined` is spelled out so that it means the same under both settings of `exactOptionalPropertyTypes`. */
export type Members<S extends Shape> = Flat<
  { [K in keyof S as S[K] extends { optional: true } ? never : K]: Infer<S[K]> } & {
    [K in keyof S as S[K] extends { optional: true } ? K : never]?: Infer<S[K]> | undefined
  }
>

/** An object schema, with its members at hand so that others can be built from them. */
export type ObjectSchema<S extends Shape, T = Members<S>> = Schema<T> & { readonly shape: S }

/** Makes a member one that may be left out. */
// @__NO_SIDE_EFFECTS__
export function optional<T>(inner: Schema<T>): Optional<T> {
  const made = schema<T | undefined>({
    expects: inner.expects,
    fits: (value) => value === undefined || inner.fits(value),
    explain: inner.explain,
    normalize: inner.normalize && ((value) => (value === undefined ? value : inner.normalize?.(value))),
    json: (refer) => refer(inner),
  })
  return { ...made, optional: true, inner }
}

/** A list whose items all fit. */
// @__NO_SIDE_EFFECTS__
export function array<T>(item: Schema<T>): Schema<T[]> {
  const { fits } = item
  const firstBad = (list: readonly unknown[]): number => {
    for (let index = 0; index < list.length; index++) if (!fits(list[index])) return index
    return -1
  }
  return schema({
    expects: 'an array',
    fits: (value) => Array.isArray(value) && firstBad(value) === -1,
    explain(value) {
      if (!Array.isArray(value)) return mismatch('an array', value)
      const index = firstBad(value)
      return within(index, item.explain(value[index]))
    },
    json: (refer) => ({ type: 'array', items: refer(item) }),
  })
}

// A Map or a Date survives a structured clone, but is not what JSON calls an object.
const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (!isRecord(value)) return false
  const parent: unknown = Object.getPrototypeOf(value)
  return parent === null || Object.getPrototypeOf(parent) === null
}

/** An object used as a dictionary. Without a schema its values are not looked at. */
// @__NO_SIDE_EFFECTS__
export function record(): Schema<Record<string, unknown>>
export function record<T>(values: Schema<T>): Schema<Record<string, T>>
export function record(values?: AnySchema): Schema<Record<string, unknown>> {
  if (!values) return schema({ expects: 'an object', fits: isPlain, json: () => ({ type: 'object' }) })
  const firstBad = (value: Record<string, unknown>): string | undefined =>
    Object.keys(value).find((key) => !values.fits(value[key]))
  return schema({
    expects: 'an object',
    fits: (value) => isPlain(value) && firstBad(value) === undefined,
    explain(value) {
      const key = isPlain(value) ? firstBad(value) : undefined
      return key === undefined
        ? mismatch('an object', value)
        : within(key, values.explain((value as Record<string, unknown>)[key]))
    },
    json: (refer) => ({ type: 'object', additionalProperties: refer(values) }),
  })
}

/** An object with these members; others are allowed and kept, but have no type. */
// @__NO_SIDE_EFFECTS__
export function object<const S extends Shape>(shape: S): ObjectSchema<S> {
  const members = Object.entries(shape)
  const keys = members.map(([key]) => key)
  const fitting = members.map(([, member]) => ('inner' in member ? (member.inner as AnySchema).fits : member.fits))
  const mayMiss = members.map(([, member]) => member.fits(undefined))
  const normalizing = members.filter(([, member]) => member.normalize)
  const required = members.filter(([, member]) => !member.fits(undefined)).map(([key]) => key)

  const made = schema<Members<S>>({
    expects: 'an object',
    fits(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
      for (let index = 0; index < keys.length; index++) {
        const member = (value as Record<string, unknown>)[keys[index]!]
        if (member === undefined ? !mayMiss[index] : !fitting[index]!(member)) return false
      }
      return true
    },
    explain(value): Problem {
      if (!isRecord(value)) return mismatch('an object', value)
      for (const [key, member] of members) if (!member.fits(value[key])) return within(key, member.explain(value[key]))
      return mismatch('an object', value)
    },
    normalize: normalizing.length === 0 ? undefined : (value) => normalizeMembers(value as Record<string, unknown>, normalizing),
    json: (refer) => ({
      type: 'object',
      properties: Object.fromEntries(members.map(([key, member]) => [key, refer(member)])),
      ...(required.length > 0 && { required }),
    }),
  })
  return { ...made, shape }
}

// The sender's object stays as it was; a copy is made only where a member really had another spelling.
function normalizeMembers(value: Record<string, unknown>, normalizing: readonly (readonly [string, AnySchema])[]): unknown {
  const changed = normalizing
    .map(([key, member]) => [key, member.normalize?.(value[key])] as const)
    .filter(([key, next]) => next !== value[key])
  return changed.length > 0 ? { ...value, ...Object.fromEntries(changed) } : value
}

/** An object with these members whose type also lets others be read and written. */
// @__NO_SIDE_EFFECTS__
export const looseObject = <const S extends Shape>(shape: S): ObjectSchema<S, Members<S> & { [key: string]: unknown }> =>
  object(shape)

/** A value that fits at least one of these. */
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
      // The option that got furthest into the value is the one its author most likely meant.
      const [best] = options.map((option) => option.explain(value)).toSorted((a, b) => b.path.length - a.path.length)
      return best && best.path.length > 0 ? best : mismatch(expects, value)
    },
    json: (refer) => ({ anyOf: options.map(refer) }),
  })
}

/** An object whose `type` says which of these it is. */
// @__NO_SIDE_EFFECTS__
export function byType<const O extends readonly ObjectSchema<{ type: Schema<string> & { only: string } } & Shape, unknown>[]>(
  ...options: O
): Schema<Infer<O[number]>> {
  const types = options.map((option) => option.shape.type.only)
  const fitting = options.map((option) => option.fits)
  const find = (value: unknown): number => types.indexOf((value as { type: string }).type)
  const expects = types.map((type) => JSON.stringify(type)).join(' or ')
  return schema({
    expects: 'an object with a known type',
    fits(value) {
      if (typeof value !== 'object' || value === null) return false
      const fits = fitting[find(value)]
      return fits !== undefined && fits(value)
    },
    explain(value) {
      if (!isRecord(value)) return mismatch('an object', value)
      return options[find(value)]?.explain(value) ?? within('type', mismatch(expects, value['type']))
    },
    json: (refer) => ({ anyOf: options.map(refer) }),
  })
}

/** Accepts what `wire` accepts and hands on what `normalize` makes of it: for traffic that spells one thing in several ways. */
// @__NO_SIDE_EFFECTS__
export const normalized = <W, T>(wire: Schema<W>, normalize: (value: W) => T): Schema<T> =>
  schema({ ...wire, normalize: normalize as (value: unknown) => unknown })

/** The same schema with a quick way to recognise its commonest form. `knows` may say yes only to what the schema accepts. */
// @__NO_SIDE_EFFECTS__
export const withShortcut = <T>(full: Schema<T>, knows: (value: Record<string, unknown>) => boolean): Schema<T> =>
  schema({
    ...full,
    fits: (value) => (typeof value === 'object' && value !== null && knows(value as Record<string, unknown>)) || full.fits(value),
  })
