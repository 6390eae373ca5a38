import type { SchemaIssue, SchemaOutcome, StandardSchemaV1 } from '../../protocol/standard-schema.ts'

/** A Standard Schema that may also convert itself to JSON Schema. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1<Input, Output>['~standard'] & { readonly jsonSchema?: SchemaConverter }
}

/** Converts a schema to JSON Schema. */
export interface SchemaConverter {
  readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
  readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
}

/** The fields of an object, each with a schema, as in the official SDK v1. */
export type RawShape = Readonly<Record<string, StandardSchema>>

/** A schema, or the fields of an object. */
export type AnySchema = StandardSchema | RawShape

type TypesOf<S> = S extends { readonly '~standard': { readonly types?: infer T } } ? NonNullable<T> : never
type PartOf<S, Part extends 'input' | 'output'> = TypesOf<S> extends Readonly<Record<Part, infer Type>> ? Type : never
type OptionalKeys<S, Part extends 'input' | 'output'> = {
  [K in keyof S]: undefined extends PartOf<S[K], Part> ? K : never
}[keyof S]
type ObjectOf<S, Part extends 'input' | 'output'> = {
  [K in Exclude<keyof S, OptionalKeys<S, Part>>]: PartOf<S[K], Part>
} & { [K in OptionalKeys<S, Part>]?: PartOf<S[K], Part> }

/** The input type of a schema. */
export type SchemaInput<S> = S extends StandardSchema ? PartOf<S, 'input'> : S extends RawShape ? ObjectOf<S, 'input'> : never

/** The output type of a schema: the validated value. */
export type SchemaOutput<S> = S extends StandardSchema ? PartOf<S, 'output'> : S extends RawShape ? ObjectOf<S, 'output'> : never

/** True for a schema, false for the fields of an object. */
export const isSchema = (schema: AnySchema): schema is StandardSchema => '~standard' in schema

/** Creates the schema of an object from the schemas of its fields, without the library that they come from. */
export function schemaOfShape(shape: RawShape): StandardSchema<Record<string, unknown>> {
  const fields = Object.entries(shape)
  const validate = async (value: unknown): Promise<SchemaOutcome<Record<string, unknown>>> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { issues: [{ message: 'expected an object' }] }
    const given = value as Record<string, unknown>
    const outcomes = await Promise.all(
      fields.map(async ([name, field]) => [name, await field['~standard'].validate(given[name])] as const),
    )
    const issues = outcomes.flatMap(([name, { issues: wrong = [] }]) =>
      wrong.map(({ message, path = [] }) => ({ message, path: [name, ...path] })),
    )
    if (issues.length > 0) return { issues }
    const kept = outcomes.flatMap(([name, outcome]) =>
      'value' in outcome && (name in given || outcome.value !== undefined) ? [[name, outcome.value]] : [],
    )
    return { value: Object.fromEntries(kept) as Record<string, unknown> }
  }
  const convert = (part: 'input' | 'output') => (options: { readonly target: 'draft-2020-12' }) => {
    const required = fields.filter(([, field]) => !accepts(field)).map(([name]) => name)
    const properties = fields.map(([name, field]) => [name, withoutDialect(field['~standard'].jsonSchema?.[part](options) ?? {})])
    return { type: 'object', properties: Object.fromEntries(properties) as unknown, ...(required.length > 0 && { required }) }
  }
  return {
    '~standard': { version: 1, vendor: 'casement', validate, jsonSchema: { input: convert('input'), output: convert('output') } },
  }
}

// A field is optional if its schema accepts undefined. A field with an async schema counts as required.
function accepts(field: StandardSchema): boolean {
  const outcome = field['~standard'].validate(undefined)
  return !(outcome instanceof Promise) && outcome.issues === undefined
}

const withoutDialect = (schema: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$schema'))

/** Converts a raw shape to a schema. */
export const asSchema = (schema: AnySchema): StandardSchema => (isSchema(schema) ? schema : schemaOfShape(schema))

/** Describes validation issues in one line. */
export const describeIssues = (issues: readonly SchemaIssue[]): string =>
  issues.map(({ message, path = [] }) => (path.length > 0 ? `${path.map(keyOf).join('.')}: ${message}` : message)).join(', ')

const keyOf = (step: unknown): string => String(typeof step === 'object' && step !== null && 'key' in step ? step.key : step)
