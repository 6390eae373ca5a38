import { isRecord } from '../../protocol/rpc/message.ts'

const NAMES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

const MAX_DEPTH = 50

/**
 * What is wrong with a value under a JSON Schema, or undefined. It knows the keywords that schemas of tools are made of: type,
 * enum, const, properties, required, additionalProperties, items, prefixItems, anyOf, oneOf, allOf, not, the limits of
 * numbers, text and lists, and `$ref` inside the document. Others, `pattern` and `format` among them, are not looked at: a
 * pattern comes from a stranger and could take forever.
 */
export function schemaProblem(schema: unknown, value: unknown, root: unknown = schema, path = '', depth = 0): string | undefined {
  const at = path || 'the value'
  if (depth > MAX_DEPTH) return `${at} is nested too deeply`
  if (schema === false) return `${at} is not allowed`
  if (!isRecord(schema)) return undefined
  const within = (inner: unknown, item: unknown, name = ''): string | undefined =>
    schemaProblem(inner, item, root, path + name, depth + 1)
  if (typeof schema['$ref'] === 'string') return within(resolve(root, schema['$ref']), value)

  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && !types.some((type) => NAMES[type]?.(value))) return `${at} is not of type ${types.join(' or ')}`
  const text = JSON.stringify(value)
  if (Array.isArray(schema['enum']) && !schema['enum'].some((one) => JSON.stringify(one) === text))
    return `${at} is none of the enum`
  if ('const' in schema && JSON.stringify(schema['const']) !== text) return `${at} is not the const`
  return (
    limitProblem(schema, value, at) ??
    (isRecord(value) ? objectProblem(schema, value, at, within) : undefined) ??
    (Array.isArray(value) ? listProblem(schema, value, within) : undefined) ??
    choiceProblem(schema, value, at, within)
  )
}

type Within = (inner: unknown, item: unknown, name?: string) => string | undefined

function objectProblem(
  schema: Record<string, unknown>,
  value: Record<string, unknown>,
  at: string,
  within: Within,
): string | undefined {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const missing = list(schema['required']).find((name) => typeof name === 'string' && !Object.hasOwn(value, name))
  if (typeof missing === 'string') return `${at} has no ${missing}`
  for (const [name, item] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name)
      ? properties[name]
      : schema['patternProperties']
        ? true
        : schema['additionalProperties']
    const problem = within(inner, item, `/${name}`)
    if (problem) return problem
  }
  return undefined
}

function listProblem(schema: Record<string, unknown>, value: readonly unknown[], within: Within): string | undefined {
  const first = list(schema['prefixItems'])
  for (const [index, item] of value.entries()) {
    const problem = within(index < first.length ? first[index] : schema['items'], item, `/${index}`)
    if (problem) return problem
  }
  return undefined
}

function choiceProblem(schema: Record<string, unknown>, value: unknown, at: string, within: Within): string | undefined {
  for (const inner of list(schema['allOf'])) {
    const problem = within(inner, value)
    if (problem) return problem
  }
  const fitting = (key: string): number => list(schema[key]).filter((inner) => within(inner, value) === undefined).length
  if (schema['anyOf'] && fitting('anyOf') === 0) return `${at} fits none of anyOf`
  if (schema['oneOf'] && fitting('oneOf') !== 1) return `${at} fits not exactly one of oneOf`
  if ('not' in schema && within(schema['not'], value) === undefined) return `${at} is what it must not be`
  return undefined
}

function limitProblem(schema: Record<string, unknown>, value: unknown, at: string): string | undefined {
  const [size, low, high] =
    typeof value === 'number'
      ? [value, 'minimum', 'maximum']
      : typeof value === 'string'
        ? [Array.from(value).length, 'minLength', 'maxLength']
        : Array.isArray(value)
          ? [value.length, 'minItems', 'maxItems']
          : [0, '', '']
  const below = schema[low]
  const above = schema[high]
  if (typeof below === 'number' && size < below) return `${at} is below ${low} ${below}`
  if (typeof above === 'number' && size > above) return `${at} is above ${high} ${above}`
  return undefined
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a reference inside the document points to; anything else fits everything. */
function resolve(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return true
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null && Object.hasOwn(at, part) ? at[part as never] : undefined),
      root,
    )
}
