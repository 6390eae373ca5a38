/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The first thing that was wrong with a value, and where. */
export interface Problem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** What the Standard Schema v1 interface asks of `validate`. */
export type Validation<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Problem[] }

/**
 * One declaration of a shape: its type, its validator and its JSON Schema. Checks in place, copies nothing, keeps unknown
 * members, and needs no `eval`, because hosts run under a strict CSP. It is a Standard Schema v1 too.
 */
export interface Schema<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'casement'
    readonly validate: (value: unknown) => Validation<T>
    readonly types?: { readonly input: T; readonly output: T } | undefined
  }
  /** The short name of what is expected, as in `expected a string`. */
  readonly expects: string
  /** True when the value fits. The fast path: says nothing about why. */
  readonly fits: (value: unknown) => boolean
  /** The first problem of a value that does not fit. The slow path: only called after `fits` said no. */
  readonly explain: (value: unknown) => Problem
  /** Brings an accepted spelling into the one the type promises. Absent where there is only one. */
  readonly normalize?: ((value: unknown) => unknown) | undefined
  /** The schema as JSON Schema; `refer` turns an inner schema into a reference or its inline form. */
  readonly json: (refer: (inner: AnySchema) => JsonSchema) => JsonSchema
}

/** A schema of whatever type. */
export type AnySchema = Schema<unknown>

/** The type that a schema stands for. */
export type Infer<S extends AnySchema> = NonNullable<S['~standard']['types']>['output']

/** What a combinator hands in; the rest follows from it. */
export type SchemaParts = Pick<AnySchema, 'expects' | 'fits' | 'json' | 'normalize'> & Partial<Pick<AnySchema, 'explain'>>

/** Makes a schema from its parts. */
// @__NO_SIDE_EFFECTS__
export function schema<T>({ expects, fits, json, normalize, explain }: SchemaParts): Schema<T> {
  const self: Schema<T> = {
    '~standard': { version: 1, vendor: 'casement', validate: (value) => validate(self, value) },
    expects,
    fits,
    explain: explain ?? ((value) => mismatch(expects, value)),
    normalize,
    json,
  }
  return self
}

/** Checks a value and hands it back in the spelling its type promises, or says what is wrong. Never throws. */
export function validate<T>(expected: Schema<T>, value: unknown): Validation<T> {
  try {
    if (!expected.fits(value)) return { issues: [expected.explain(value)] }
    return { value: (expected.normalize ? expected.normalize(value) : value) as T }
  } catch (error) {
    // Only a getter or a proxy gets here, and neither survives a structured clone.
    return { issues: [{ path: [], message: `could not be read: ${error instanceof Error ? error.message : 'it threw'}` }] }
  }
}

/** True when a value fits as it stands. Use `validate` where the schema accepts more than one spelling. */
export function matches<T>(expected: Schema<T>, value: unknown): value is T {
  try {
    return expected.fits(value)
  } catch {
    return false
  }
}

/** The first problem in words, such as `content[2].text: expected a string, got a number`; undefined when there is none. */
export function describeProblem(expected: AnySchema, value: unknown, root = ''): string | undefined {
  const [problem] = validate(expected, value).issues ?? []
  if (!problem) return undefined
  const at = pathText(root, problem.path)
  return at ? `${at}: ${problem.message}` : problem.message
}

/** The problem of a value that is something else altogether. */
export const mismatch = (expects: string, value: unknown): Problem => ({
  path: [],
  message: `expected ${expects}, got ${nameOf(value)}`,
})

/** The same problem, seen from the outside of a member. */
export const within = (key: PropertyKey, { path, message }: Problem): Problem => ({ path: [key, ...path], message })

function pathText(root: string, path: readonly PropertyKey[]): string {
  let text = root
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (/^[\w$-]+$/.test(String(key))) text += text ? `.${String(key)}` : String(key)
    else text += `[${JSON.stringify(String(key))}]`
  }
  return text
}

// A stranger chose the value, so only its kind is repeated, and short strings.
function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return value.length <= 40 ? JSON.stringify(value) : `a string of ${value.length} characters`
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'a number' : `the number ${value}`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
