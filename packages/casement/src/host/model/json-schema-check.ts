import { isRecord } from '../../protocol/rpc/message.ts'

// A map, because the schema comes from a View: a plain object would find `constructor`.
const TYPE_CHECKS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['object', (value: unknown) => isRecord(value)],
  ['array', (value: unknown) => Array.isArray(value)],
  ['string', (value: unknown) => typeof value === 'string'],
  ['number', (value: unknown) => typeof value === 'number'],
  ['integer', (value: unknown) => Number.isInteger(value)],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['null', (value: unknown) => value === null],
])

const MAX_DEPTH = 50

/**
 * Validates a value against a JSON Schema and returns the first problem, or undefined. It supports the keywords that tools commonly use:
 * type, enum, const, properties, required, additionalProperties, items, prefixItems, anyOf, oneOf, allOf, not, the limits of numbers,
 * strings and arrays, and `$ref` within the document. Others are ignored, including `pattern`: an untrusted regular expression could run
 * without end.
 */
export function schemaProblem(schema: unknown, value: unknown, root: unknown = schema, path = '', depth = 0): string | undefined {
  const at = path || 'the value'
  if (depth > MAX_DEPTH) return `${at} is nested too deeply`
  if (schema === false) return `${at} is not allowed`
  if (!isRecord(schema)) return undefined
  const validate: Validate = (inner, item, name = '') => schemaProblem(inner, item, root, path + name, depth + 1)
  if (typeof schema['$ref'] === 'string') return validate(resolveRef(root, schema['$ref']), value)

  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && !types.some((type) => TYPE_CHECKS.get(type)?.(value)))
    return `${at} is not of type ${types.join(' or ')}`
  const json = JSON.stringify(value)
  if (Array.isArray(schema['enum']) && !schema['enum'].some((allowed) => JSON.stringify(allowed) === json))
    return `${at} is not one of the values in enum`
  if ('const' in schema && JSON.stringify(schema['const']) !== json) return `${at} does not equal const`
  return (
    limitProblem(schema, value, at) ??
    (isRecord(value) ? objectProblem(schema, value, at, validate) : undefined) ??
    (Array.isArray(value) ? arrayProblem(schema, value, validate) : undefined) ??
    combinationProblem(schema, value, at, validate)
  )
}

/** Validates a member, item or alternative; `name` is appended to the path. */
type Validate = (schema: unknown, value: unknown, name?: string) => string | undefined

function objectProblem(
  schema: Record<string, unknown>,
  value: Record<string, unknown>,
  at: string,
  validate: Validate,
): string | undefined {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const missing = toArray(schema['required']).find((name) => typeof name === 'string' && !Object.hasOwn(value, name))
  if (typeof missing === 'string') return `${at} is missing the property ${missing}`
  for (const [name, item] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name)
      ? properties[name]
      : schema['patternProperties']
        ? true
        : schema['additionalProperties']
    const problem = validate(inner, item, `/${name}`)
    if (problem) return problem
  }
  return undefined
}

function arrayProblem(schema: Record<string, unknown>, value: readonly unknown[], validate: Validate): string | undefined {
  const prefix = toArray(schema['prefixItems'])
  for (const [index, item] of value.entries()) {
    const problem = validate(index < prefix.length ? prefix[index] : schema['items'], item, `/${index}`)
    if (problem) return problem
  }
  return undefined
}

function combinationProblem(schema: Record<string, unknown>, value: unknown, at: string, validate: Validate): string | undefined {
  for (const inner of toArray(schema['allOf'])) {
    const problem = validate(inner, value)
    if (problem) return problem
  }
  const countValid = (key: string): number => toArray(schema[key]).filter((inner) => validate(inner, value) === undefined).length
  if (schema['anyOf'] && countValid('anyOf') === 0) return `${at} matches none of the schemas in anyOf`
  if (schema['oneOf'] && countValid('oneOf') !== 1) return `${at} does not match exactly one of the schemas in oneOf`
  if ('not' in schema && validate(schema['not'], value) === undefined) return `${at} matches the schema in not`
  return undefined
}

function limitProblem(schema: Record<string, unknown>, value: unknown, at: string): string | undefined {
  if (typeof value === 'number') return rangeProblem(schema, value, 'minimum', 'maximum', at)
  if (typeof value === 'string') return rangeProblem(schema, Array.from(value).length, 'minLength', 'maxLength', at)
  if (Array.isArray(value)) return rangeProblem(schema, value.length, 'minItems', 'maxItems', at)
  return undefined
}

function rangeProblem(
  schema: Record<string, unknown>,
  size: number,
  minKey: string,
  maxKey: string,
  at: string,
): string | undefined {
  const min = schema[minKey]
  const max = schema[maxKey]
  if (typeof min === 'number' && size < min) return `${at} is below ${minKey} ${min}`
  if (typeof max === 'number' && size > max) return `${at} is above ${maxKey} ${max}`
  return undefined
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Resolves a reference within the document. Other references accept any value. */
function resolveRef(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return true
  const keys = ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  let target = root
  for (const key of keys) {
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined
    target = (target as Record<string, unknown>)[key]
  }
  return target
}
