import type { AnySchema, JsonSchema } from './schema.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Converts a schema to a JSON Schema without references. Formats that only `validate` can check, such as base64, are looser there. */
export function toJsonSchema(schema: AnySchema): JsonSchema {
  const inline = (inner: AnySchema): JsonSchema => inner.json(inline)
  return { $schema: DIALECT, ...inline(schema) }
}

/** Converts several schemas to one JSON Schema document, in which they reference each other by name under `$defs`. */
export function toJsonSchemaDocument(schemas: Readonly<Record<string, AnySchema>>, heading: JsonSchema = {}): JsonSchema {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]))
  const refer = (inner: AnySchema): JsonSchema => (names.has(inner) ? { $ref: `#/$defs/${names.get(inner)}` } : inner.json(refer))
  const defs = Object.entries(schemas).map(([name, schema]) => [name, schema.json(refer)])
  return { $schema: DIALECT, ...heading, $defs: Object.fromEntries(defs) }
}
