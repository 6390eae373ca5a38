import { describeProblem, validate, type AnySchema, type Problem, type Schema } from 'casement/protocol/schemas'

/** The error of `parse`, with the members of a `ZodError` that code reads. */
export class SchemaError extends Error {
  override readonly name = 'ZodError'
  readonly issues: readonly SchemaIssue[]

  constructor(message: string, issues: readonly Problem[]) {
    super(message)
    this.issues = issues.map((issue) => ({ code: 'custom', ...issue }))
  }
}

/** One problem of an invalid value. */
export interface SchemaIssue extends Problem {
  readonly code: 'custom'
}

/** The result of `safeParse`. */
export type SafeParseResult<T> =
  | { readonly success: true; readonly data: T; readonly error?: undefined }
  | { readonly success: false; readonly error: SchemaError; readonly data?: undefined }

/** A schema of Casement with the methods of zod that code calls on the schemas of the official package. */
export interface CompatSchema<T> {
  readonly '~standard': Schema<T>['~standard']
  /** Lets `z.infer`, and the SDKs, read the schema as one of zod 4. */
  readonly _zod: { readonly output: T; readonly input: T }
  readonly _output: T
  readonly _input: T
  /** The schemas of the members of an object. */
  readonly shape: { readonly [K in keyof T]-?: CompatSchema<T[K]> }
  /** The only valid value of a literal. */
  readonly value: T
  /** Returns a valid value, and throws a `SchemaError` for any other. */
  parse(value: unknown): T
  safeParse(value: unknown): SafeParseResult<T>
  parseAsync(value: unknown): Promise<T>
  safeParseAsync(value: unknown): Promise<SafeParseResult<T>>
}

interface Payload {
  value: unknown
  readonly issues: unknown[]
}

/** Adds the methods of zod to a schema of Casement. */
// @__NO_SIDE_EFFECTS__
export function compatSchema<T>(schema: Schema<T>): CompatSchema<T> {
  const members = (schema as { shape?: Readonly<Record<string, AnySchema>> }).shape
  const value = (schema as { only?: string }).only
  let shape: Record<string, unknown> | undefined

  const safeParse = (given: unknown): SafeParseResult<T> => {
    const result = validate(schema, given)
    if (!result.issues) return { success: true, data: result.value }
    return { success: false, error: new SchemaError(describeProblem(schema, given) ?? 'Invalid value', result.issues) }
  }
  const parse = (given: unknown): T => {
    const result = safeParse(given)
    if (result.success) return result.data
    throw result.error
  }
  const run = (payload: Payload): Payload => {
    const result = validate(schema, payload.value)
    if (result.issues) payload.issues.push(...result.issues.map((issue) => ({ code: 'custom', input: payload.value, ...issue })))
    else payload.value = result.value
    return payload
  }
  const optional = schema.fits(undefined) ? 'optional' : undefined
  const compat = {
    '~standard': schema['~standard'],
    get shape() {
      return (
        members && (shape ??= Object.fromEntries(Object.entries(members).map(([key, member]) => [key, compatSchema(member)])))
      )
    },
    value,
    parse,
    safeParse,
    parseAsync: async (given: unknown) => parse(given),
    safeParseAsync: async (given: unknown) => safeParse(given),
    // The members by which the SDKs recognise a schema of zod 4.
    _zod: {
      run,
      optin: optional,
      optout: optional,
      def: {
        type: members ? 'object' : value === undefined ? 'custom' : 'literal',
        values: [value],
        get shape(): unknown {
          return compat.shape
        },
      },
    },
  }
  return compat as unknown as CompatSchema<T> // `_output` and `_input` exist only as types, as in zod
}
