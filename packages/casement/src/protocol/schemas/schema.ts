/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The first validation problem of a value, and its path. */
export interface Problem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The outcome of `validate`, as Standard Schema v1 defines it. */
export type Validation<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Problem[] }

/**
 * A schema: its type, its validator and its JSON Schema in one declaration. It validates in place without copying, keeps unknown
 * members, and needs no `eval`, because hosts run under a strict CSP. It implements Standard Schema v1.
 */
export interface Schema<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'casement'
    readonly validate: (value: unknown) => Validation<T>
    readonly types?: { readonly input: T; readonly output: T } | undefined
  }
  /** A short description of the expected value, as in `expected a string`. */
  readonly expects: string
  /** True if the value is valid. The fast path, which gives no reason. */
  readonly fits: (value: unknown) => boolean
  /** The first problem of an invalid value. The slow path, called only after `fits` has returned false. */
  readonly explain: (value: unknown) => Problem
  /** Converts an accepted value to the form that the type promises. Absent if there is only one form. */
  readonly normalize?: ((value: unknown) => unknown) | undefined
  /** The schema as JSON Schema. `refer` converts an inner schema to a reference or to its inline form. */
  readonly json: (refer: (inner: AnySchema) => JsonSchema) => JsonSchema
}

/** A schema of any type. */
export type AnySchema = Schema<unknown>

/** The type of valid values of a schema. */
export type Infer<S extends AnySchema> = NonNullable<S['~standard']['types']>['output']

/** The members of a schema that each kind of schema defines; the others are derived. */
export type SchemaDefinition = Pick<AnySchema, 'expects' | 'fits' | 'json' | 'normalize'> & Partial<Pick<AnySchema, 'explain'>>

/** Creates a schema from its definition. */
// @__NO_SIDE_EFFECTS__
export function schema<T>({ expects, fits, json, normalize, explain }: SchemaDefinition): Schema<T> {
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

/** Validates a value and returns it in the form that its type promises, or the problem. Never throws. */
export function validate<T>(expected: Schema<T>, value: unknown): Validation<T> {
  try {
    if (!expected.fits(value)) return { issues: [expected.explain(value)] }
    return { value: (expected.normalize ? expected.normalize(value) : value) as T }
  } catch (error) {
    // Only a getter or a proxy can throw here, and neither survives a structured clone.
    return { issues: [{ path: [], message: `could not be read: ${error instanceof Error ? error.message : 'it threw'}` }] }
  }
}

/** True if a value is valid. Use `validate` if the schema accepts more than one form. */
export function matches<T>(expected: Schema<T>, value: unknown): value is T {
  try {
    return expected.fits(value)
  } catch {
    return false
  }
}

/** The first problem as text, such as `content[2].text: expected a string, got a number`; undefined for a valid value. */
export function describeProblem(expected: AnySchema, value: unknown, root = ''): string | undefined {
  const [problem] = validate(expected, value).issues ?? []
  if (!problem) return undefined
  const at = pathText(root, problem.path)
  return at ? `${at}: ${problem.message}` : problem.message
}

/** The problem of a value that has the wrong type. */
export const mismatch = (expects: string, value: unknown): Problem => ({
  path: [],
  message: `expected ${expects}, got ${describeType(value)}`,
})

/** Prepends a key to the path of a problem. */
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

// The value is untrusted, so the message contains only its type or a short string.
function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return value.length <= 40 ? JSON.stringify(value) : `a string of ${value.length} characters`
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'a number' : `the number ${value}`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
