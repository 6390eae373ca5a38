import { schema, type JsonSchema, type Schema } from './schema.ts'

/** Text. */
// @__NO_SIDE_EFFECTS__
export const string = (): Schema<string> =>
  schema({ expects: 'a string', fits: (value) => typeof value === 'string', json: () => ({ type: 'string' }) })

/** Text that passes a test. The JSON Schema keywords say the same as the test, as far as they can. */
// @__NO_SIDE_EFFECTS__
export const text = (expects: string, passes: (value: string) => boolean, keywords: JsonSchema = {}): Schema<string> =>
  schema({
    expects,
    fits: (value) => typeof value === 'string' && passes(value),
    json: () => ({ type: 'string', ...keywords }),
  })

/** A finite number, within bounds where given. */
// @__NO_SIDE_EFFECTS__
export const number = (min = -Infinity, max = Infinity): Schema<number> =>
  schema({
    expects: max === Infinity ? 'a number' : `a number from ${min} to ${max}`,
    fits: (value) => typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max,
    json: () => (max === Infinity ? { type: 'number' } : { type: 'number', minimum: min, maximum: max }),
  })

/** An integer that JavaScript can count with. */
// @__NO_SIDE_EFFECTS__
export const integer = (): Schema<number> =>
  schema({
    expects: 'an integer',
    fits: Number.isSafeInteger,
    json: () => ({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  })

/** True or false. */
// @__NO_SIDE_EFFECTS__
export const boolean = (): Schema<boolean> =>
  schema({ expects: 'a boolean', fits: (value) => typeof value === 'boolean', json: () => ({ type: 'boolean' }) })

/** Anything at all; what is inside is not looked at, so its depth and size cost nothing. */
// @__NO_SIDE_EFFECTS__
export const unknown = (): Schema<unknown> => schema({ expects: 'anything', fits: () => true, json: () => ({}) })

/** Nothing: a member that must not be there. */
// @__NO_SIDE_EFFECTS__
export const never = (): Schema<never> => schema({ expects: 'nothing', fits: () => false, json: () => ({ not: {} }) })

/** Null. */
// @__NO_SIDE_EFFECTS__
export const nothing = (): Schema<null> =>
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
