import { fieldsOf, isFields, type Fields } from '../static/fields.ts'

const DEEPEST = 8

/** The smallest input that fits a JSON Schema, by its examples and defaults where it has them. */
export function exampleInput(schema: unknown): unknown {
  return exampleOf(schema, fieldsOf(schema), 0)
}

function exampleOf(schema: unknown, root: Fields, depth: number): unknown {
  if (!isFields(schema) || depth > DEEPEST) return null
  const { $ref, examples, enum: choices, anyOf, oneOf, allOf } = schema
  if (schema['default'] !== undefined) return schema['default']
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(choices) && choices.length > 0) return choices[0]
  if (typeof $ref === 'string') return exampleOf(resolveRef($ref, root), root, depth + 1)
  const parts = [anyOf, oneOf, allOf].find((each) => Array.isArray(each) && each.length > 0) as unknown[] | undefined
  if (parts && schema['type'] === undefined) return exampleOf(parts[0], root, depth + 1)
  return exampleOfType(schema, root, depth)
}

function exampleOfType(schema: Fields, root: Fields, depth: number): unknown {
  const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type']
  if (type === 'string') return exampleText(schema)
  if (type === 'number' || type === 'integer') return exampleNumber(schema)
  if (type === 'boolean') return false
  if (type === 'array') {
    const count = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0
    return Array.from({ length: Math.min(count, 100) }, () => exampleOf(schema['items'], root, depth + 1))
  }
  if (type !== 'object' && !isFields(schema['properties'])) return null
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = Object.entries(fieldsOf(schema['properties'])).filter(([name]) => required.includes(name))
  return Object.fromEntries(properties.map(([name, each]) => [name, exampleOf(each, root, depth + 1)]))
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-26T12:00:00Z',
  date: '2026-01-26',
  time: '12:00:00Z',
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
}

function exampleText({ format, minLength }: Fields): string {
  const text = FORMATS[String(format)] ?? 'example'
  return typeof minLength === 'number' ? text.padEnd(Math.min(minLength, 10_000), 'x') : text
}

function exampleNumber({ minimum, exclusiveMinimum, maximum }: Fields): number {
  if (typeof minimum === 'number') return minimum
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1
  return typeof maximum === 'number' ? Math.min(maximum, 1) : 1
}

/** The target of a reference within a schema; undefined if there is none. */
export function resolveRef(ref: string, root: Fields): unknown {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  const steps = ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((at, step) => (at as Fields | undefined)?.[step], root)
}
