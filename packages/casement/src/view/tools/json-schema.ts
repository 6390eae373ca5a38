import type { StandardSchemaV1 } from '../../protocol/standard-schema.ts'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

/** Converts a schema to JSON Schema. */
export type SchemaDescriber = (schema: StandardSchemaV1) => JsonSchema

/** Schemas that support Standard JSON Schema, such as those of zod since 4.2 and of ArkType. */
interface StandardJsonSchema {
  readonly '~standard': { readonly jsonSchema?: Record<'input' | 'output', (options: { target: string }) => JsonSchema> }
}

/** The JSON Schema of a schema that supports Standard JSON Schema; undefined for any other. */
export const standardJsonSchema = (schema: StandardSchemaV1, direction: 'input' | 'output'): JsonSchema | undefined =>
  (schema as StandardJsonSchema)['~standard'].jsonSchema?.[direction]({ target: 'draft-2020-12' })

/** Schemas with a conversion method of their own. */
interface Convertible {
  toJSONSchema?(): JsonSchema
  toJsonSchema?(): JsonSchema
}

/**
 * The definition of a schema, as far as zod 3 (`_def`), zod 4 (`_zod.def`) and valibot (the schema itself) have one. Each member is
 * named by the libraries that use it.
 */
interface Definition {
  readonly typeName?: string // zod 3
  readonly type?: unknown // the kind in zod 4 and valibot, the element of an array in zod 3
  readonly shape?: Fields | (() => Fields) // zod 4, zod 3
  readonly entries?: Fields // valibot; the values of an enum in zod 4
  readonly element?: Schema // zod 4
  readonly item?: Schema // valibot
  readonly options?: readonly Schema[] // all; the values of a picklist in valibot
  readonly values?: unknown // zod
  readonly enum?: unknown // valibot
  readonly value?: unknown // the literal in zod 3, the schema of a record's values in valibot
  readonly literal?: unknown // valibot
  readonly valueType?: Schema // zod
  readonly innerType?: Schema // zod
  readonly wrapped?: Schema // valibot
  readonly schema?: Schema // effects in zod 3
  readonly in?: Schema // pipes in zod
}

interface Schema extends Definition, Partial<StandardSchemaV1> {
  readonly _def?: Definition
  readonly _zod?: { readonly def: Definition }
  readonly description?: string
  readonly pipe?: unknown // the steps in valibot, a method in zod
}

type Fields = Readonly<Record<string, Schema>>

/**
 * Converts a schema without Standard JSON Schema: by a method of its own, or by the definition that valibot, zod 3 and early zod 4 have.
 * Unknown kinds accept any value. For `describeSchema` of a tool.
 */
export const describeSchema: SchemaDescriber = (schema) => {
  const own = schema as Convertible
  return own.toJSONSchema?.() ?? own.toJsonSchema?.() ?? { type: 'object', ...convert(schema) }
}

function convert(schema: Schema): JsonSchema {
  const steps = (Array.isArray(schema.pipe) ? schema.pipe : []) as readonly Schema[]
  const description = schema.description ?? steps.find((step) => step.description)?.description
  const { _zod: zod4, _def: zod3 = schema } = schema
  return { ...convertKind(zod4?.def ?? zod3), ...(description && { description }) }
}

function convertKind(def: Definition): JsonSchema {
  const kind = def.typeName ? def.typeName.slice('Zod'.length).toLowerCase() : def.type
  const inner = def.innerType ?? def.wrapped ?? def.schema ?? def.in
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: kind }
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return convertFields(def.entries ?? (typeof def.shape === 'function' ? def.shape() : def.shape) ?? {})
    case 'array':
      return { type: 'array', items: convert((def.element ?? def.item ?? def.type) as Schema) }
    case 'record':
      return { type: 'object', additionalProperties: convert((def.valueType ?? def.value) as Schema) }
    case 'enum':
    case 'nativeenum':
    case 'picklist':
      return { enum: Object.values((def.values ?? def.enum ?? def.entries ?? def.options) as object) }
    case 'literal':
      return { enum: def.values ?? [def.value ?? def.literal] }
    case 'union':
    case 'discriminatedunion':
    case 'variant':
      return { anyOf: def.options?.map(convert) }
    case 'nullable':
    case 'nullish':
      return { anyOf: [inner ? convert(inner) : {}, { type: 'null' }] }
    default:
      return inner ? convert(inner) : {}
  }
}

function convertFields(fields: Fields): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => !isOptional(field)).map(([name]) => name)
  return { type: 'object', properties: Object.fromEntries(entries.map(([name, field]) => [name, convert(field)])), required }
}

// A field is optional if its schema accepts undefined. A field with an async schema counts as required.
function isOptional(field: Schema): boolean {
  const outcome = field['~standard']?.validate(undefined)
  return outcome !== undefined && 'value' in outcome && !outcome.issues
}
