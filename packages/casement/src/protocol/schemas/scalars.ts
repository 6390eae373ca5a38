import { schema, type JsonSchema, type Schema } from './schema.ts'

/** A string. */
// @__NO_SIDE_EFFECTS__
export const string = (): Schema<string> =>
  schema({ expects: 'a string', fits: (value) => typeof value === 'string', json: () => ({ type: 'string' }) })

/** A string in a certain format. The JSON Schema keywords describe the format as closely as they can. */
// @__NO_SIDE_EFFECTS__
export const text = (expects: string, isValid: (value: string) => boolean, keywords: JsonSchema = {}): Schema<string> =>
  schema({
    expects,
    fits: (value) => typeof value === 'string' && isValid(value),
    json: () => ({ type: 'string', ...keywords }),
  })

/** A finite number, optionally within bounds. */
// @__NO_SIDE_EFFECTS__
export const number = (min = -Infinity, max = Infinity): Schema<number> =>
  schema({
    expects: max === Infinity ? 'a number' : `a number from ${min} to ${max}`,
    fits: (value) => typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max,
    json: () => (max === Infinity ? { type: 'number' } : { type: 'number', minimum: min, maximum: max }),
  })

/** A safe integer. */
// @__NO_SIDE_EFFECTS__
export const integer = (): Schema<number> =>
  schema({
    expects: 'an integer',
    fits: Number.isSafeInteger,
    json: () => ({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  })

/** A boolean. */
// @__NO_SIDE_EFFECTS__
export const boolean = (): Schema<boolean> =>
  schema({ expects: 'a boolean', fits: (value) => typeof value === 'boolean', json: () => ({ type: 'boolean' }) })

/** Any value. Its members are not validated, so its depth and size cost nothing. */
// @__NO_SIDE_EFFECTS__
export const unknown = (): Schema<unknown> => schema({ expects: 'anything', fits: () => true, json: () => ({}) })

/**
 * A value for which SDK 1 and SDK 2 of MCP declare types that are not assignable to each other. Only `any` is assignable to and from
 * both, so that handlers and results of either generation fit.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the reason is above
export type SdkValue = any

/** A member that must be absent. */
// @__NO_SIDE_EFFECTS__
export const never = (): Schema<never> => schema({ expects: 'nothing', fits: () => false, json: () => ({ not: {} }) })

/** Null. */
// @__NO_SIDE_EFFECTS__
export const nullValue = (): Schema<null> =>
  schema({ expects: 'null', fits: (value) => value === null, json: () => ({ type: 'null' }) })

/** Exactly this string. */
// @__NO_SIDE_EFFECTS__
export const literal = <const L extends string>(only: L): Schema<L> & { readonly only: L } => ({
  ...schema<L>({ expects: JSON.stringify(only), fits: (value) => value === only, json: () => ({ type: 'string', const: only }) }),
  only,
})

/** One of these strings. */
// @__NO_SIDE_EFFECTS__
export const oneOf = <const L extends string>(...options: readonly L[]): Schema<L> =>
  schema({
    expects:
      options.length > 9 ? `one of ${options.length} known names` : options.map((option) => JSON.stringify(option)).join(' or '),
    fits: (value) => (options as readonly unknown[]).includes(value),
    json: () => ({ type: 'string', enum: options }),
  })
