import { resolveRef } from '../connect/example-input.ts'
import { asText, fieldsOf, isFields, show, type Fields } from './fields.ts'

const DEEPEST = 16

/** The first place where a value does not fit a JSON Schema, as far as types, required members, constants and closed objects go. */
export function findMismatch(value: unknown, schema: Fields, name = 'structuredContent'): string | undefined {
  return mismatch(value, schema, schema, name, 0)
}

function mismatch(value: unknown, schema: unknown, root: Fields, path: string, depth: number): string | undefined {
  if (!isFields(schema) || depth > DEEPEST) return undefined
  if (typeof schema['$ref'] === 'string') return mismatch(value, resolveRef(schema['$ref'], root), root, path, depth + 1)
  const types = Array.isArray(schema['type'])
    ? (schema['type'] as unknown[])
    : schema['type'] === undefined
      ? []
      : [schema['type']]
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `${path} must be ${types.join(' or ')}, and is ${show(value)}`
  if (Array.isArray(schema['enum']) && !schema['enum'].some((each) => show(each) === show(value)))
    return `${path} must be one of ${show(schema['enum'])}, and is ${show(value)}`
  if (schema['const'] !== undefined && show(schema['const']) !== show(value))
    return `${path} must be ${show(schema['const'])}, and is ${show(value)}`
  if (Array.isArray(value)) return first(value, (each, at) => mismatch(each, schema['items'], root, `${path}[${at}]`, depth + 1))
  return isFields(value) ? mismatchOfMembers(value, schema, root, path, depth) : undefined
}

function mismatchOfMembers(value: Fields, schema: Fields, root: Fields, path: string, depth: number): string | undefined {
  const properties = fieldsOf(schema['properties'])
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const missing = required.find((name) => value[String(name)] === undefined)
  if (missing !== undefined) return `${path}.${asText(missing)} is required, and missing`
  const isClosed = schema['additionalProperties'] === false && schema['patternProperties'] === undefined
  const extra = isClosed ? Object.keys(value).find((name) => !Object.hasOwn(properties, name)) : undefined
  if (extra !== undefined) return `${path}.${extra} is not allowed: additionalProperties is false`
  return first(Object.entries(value), ([name, each]) =>
    each === undefined ? undefined : mismatch(each, properties[name], root, `${path}.${name}`, depth + 1),
  )
}

function first<Item>(items: readonly Item[], look: (item: Item, at: number) => string | undefined): string | undefined {
  for (const [at, item] of items.entries()) {
    const found = look(item, at)
    if (found !== undefined) return found
  }
  return undefined
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isFields(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
