type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

const DEEPEST = 6

/** Arguments that fit a tool's schema, to begin with: its own examples and defaults first, else something plain. */
export function sampleArguments(schema: unknown): Record<string, unknown> {
  const made = isSchema(schema) ? sample(schema, schema, 0) : {}
  return isSchema(made) ? made : {}
}

/** Whether the author of a tool has said what to call it with: everything that is required has an example or a value of its own. */
export function hasExample(schema: unknown): boolean {
  if (!isSchema(schema)) return false
  if (Array.isArray(schema['examples']) && schema['examples'].length > 0) return true
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  return required.every((name) => {
    const property = properties[name]
    return isSchema(property) && ['default', 'const', 'examples'].some((key) => property[key] !== undefined)
  })
}

function sample(given: Schema, root: Schema, depth: number, name = ''): unknown {
  const schema = follow(given, root)
  const [example] = Array.isArray(schema['examples']) ? schema['examples'] : []
  const [choice] = Array.isArray(schema['enum']) ? schema['enum'] : []
  const first = [schema['default'], schema['const'], example, choice].find((value) => value !== undefined)
  if (first !== undefined) return first
  const [branch] = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray) ?? []
  if (isSchema(branch) && depth < DEEPEST) return sample(branch, root, depth + 1, name)
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  switch (type ?? (schema['properties'] ? 'object' : undefined)) {
    case 'object':
      return depth < DEEPEST ? sampleObject(schema, root, depth) : {}
    case 'array':
      return sampleList(schema, root, depth, name)
    case 'integer':
    case 'number':
      return sampleNumber(schema, name)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return sampleText(schema, name)
  }
}

function follow(schema: Schema, root: Schema): Schema {
  const path = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').slice(1) : []
  const found = path.reduce<unknown>((at, step) => (isSchema(at) ? at[step] : undefined), root)
  return path.length > 0 && isSchema(found) ? found : schema
}

/** The required fields. The user adds optional ones. */
function sampleObject(schema: Schema, root: Schema, depth: number): Record<string, unknown> {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const wanted = Object.entries(properties).filter(
    ([name, each]) => required.includes(name) || (isSchema(each) && 'default' in each),
  )
  return Object.fromEntries(wanted.map(([name, each]) => [name, isSchema(each) ? sample(each, root, depth + 1, name) : null]))
}

function sampleList(schema: Schema, root: Schema, depth: number, name: string): unknown[] {
  const least = Math.max(1, Number(schema['minItems'] ?? 1))
  const { items } = schema as { readonly items?: unknown }
  if (!isSchema(items) || depth >= DEEPEST) return []
  return Array.from({ length: Math.min(least, 10) }, () => sample(items, root, depth + 1, name))
}

// By common names of numbers; a value outside the limits is clamped.
const NUMBERS: readonly (readonly [name: RegExp, value: number])[] = [
  [/lat(itude)?$/i, 46.95],
  [/(lon|lng|long)(gitude)?$/i, 7.45],
  [/year$/i, 2026],
  [/(price|amount|cost)/i, 20],
  [/(count|limit|number|size|seats|people|guests|quantity)/i, 3],
]

function sampleNumber({ minimum, exclusiveMinimum, maximum }: Schema, name: string): number {
  const named = NUMBERS.find(([pattern]) => pattern.test(name))?.[1]
  const least = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1
  const value = named === undefined ? least : Math.max(named, typeof minimum === 'number' ? minimum : -Infinity)
  return typeof maximum === 'number' ? Math.min(value, maximum) : value
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '3f2a1c4e-8b7d-4e6f-9a1b-2c3d4e5f6a7b',
}

// By common names of strings.
const NAMED_TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/e-?mail/i, 'ada@example.com'],
  [/(url|uri|link|website)$/i, 'https://example.com/'],
  [/(city|town|location|place|destination|where|^to$)/i, 'Bern'],
  [/(origin|^from$)/i, 'Zurich'],
  [/country/i, 'Switzerland'],
  [/(date|day|when)$/i, '2026-01-31'],
  [/time$/i, '12:00'],
  [/phone/i, '+41 31 000 00 00'],
  [/(lang|locale)/i, 'en'],
  [/currency/i, 'CHF'],
  [/colou?r/i, '#3366cc'],
  [/(first|last|user|full|^)_?name$/i, 'Ada'],
  [/(title|subject|topic)$/i, 'A first example'],
  [/(query|search|question|term)/i, 'open trains to Bern'],
  [/(message|text|body|note|comment|description|content|prompt)/i, 'Hello from the Studio'],
  [/id$/i, '1'],
]

function sampleText({ format, minLength }: Schema, name: string): string {
  const named = NAMED_TEXTS.find(([pattern]) => pattern.test(name))?.[1]
  const text = (typeof format === 'string' ? TEXTS[format] : undefined) ?? named ?? 'example'
  return typeof minLength === 'number' ? text.padEnd(Math.min(minLength, 1000), '.') : text
}
