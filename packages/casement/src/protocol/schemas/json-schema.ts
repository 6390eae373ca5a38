import type { AnySchema, JsonSchema } from './schema.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** A schema as JSON Schema, with everything in place. What only `validate` can check, such as base64, is looser here. */
export function toJsonSchema(schema: AnySchema): JsonSchema {
  const inline = (inner: AnySchema): JsonSchema => inner.json(inline)
  return { $schema: DIALECT, ...inline(schema) }
}

/** One JSON Schema document of many schemas, which refer to each other by name under `$defs`. */
export function toJsonSchemaDocument(schemas: Readonly<Record<string, AnySchema>>, heading: JsonSchema = {}): JsonSchema {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]))
  const refer = (inner: AnySchema): JsonSchema => (names.has(inner) ? { $ref: `#/$defs/${names.get(inner)}` } : inner.json(refer))
  const defs = Object.entries(schemas).map(([name, schema]) => [name, schema.json(refer)])
  return { $schema: DIALECT, ...heading, $defs: Object.fromEntries(defs) }
}
