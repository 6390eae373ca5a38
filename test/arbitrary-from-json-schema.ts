import * as fc from 'fast-check'

/** A JSON Schema as the generators of our peers write it. */
export interface Node {
  [keyword: string]: unknown
  properties?: Record<string, Node>
  required?: string[]
  additionalProperties?: Node | boolean
  propertyNames?: Node
  items?: Node
  anyOf?: Node[]
  allOf?: Node[]
  enum?: unknown[]
}

/** Instances that fit a JSON Schema of the kind zod writes. An unknown keyword is an error, not a guess. */
export function arbitraryFrom(node: Node, key = ''): fc.Arbitrary<unknown> {
  if ('const' in node) return fc.constant(node['const'])
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.anyOf) return fc.oneof(...node.anyOf.map((option) => arbitraryFrom(option, key)))
  if (node.allOf) {
    return fc.tuple(...node.allOf.map((part) => arbitraryFrom(part))).map((parts) => Object.assign({}, ...parts) as unknown)
  }
  switch (node['type']) {
    case 'string':
      if (node['format'] === 'date-time')
        return fc
          .date({ min: new Date('1000-01-01'), noInvalidDate: true })
          .filter(hasPlainYear)
          .map((date) => date.toISOString())
      // The schema cannot say so, but both validators want base64 there.
      return key === 'data' || key === 'blob' ? fc.base64String() : fc.string()
    case 'number':
      return fc.double({ min: Number(node['minimum'] ?? -1e9), max: Number(node['maximum'] ?? 1e9), noNaN: true })
    case 'integer':
      return fc.maxSafeInteger()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryFrom(node.items ?? {}), { maxLength: 3 })
    case 'object':
      return objectFrom(node)
    case undefined:
      return fc.jsonValue({ maxDepth: 1 })
    default:
      throw new Error(`cannot generate from ${JSON.stringify(node)}`)
  }
}

const hasPlainYear = (date: Date): boolean => date.getUTCFullYear() <= 9999

function objectFrom(node: Node): fc.Arbitrary<unknown> {
  const members = Object.entries(node.properties ?? {}).filter(([, member]) => !('not' in member))
  const rest = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
  // A dictionary over a fixed list of keys: zod writes the keys as `propertyNames` and `required`.
  if (rest && node.required && members.length === 0) {
    const keys = node.required
    const [first = rest] = rest.anyOf ?? []
    const all = (value: Node): fc.Arbitrary<unknown> =>
      fc.record(Object.fromEntries(keys.map((key) => [key, arbitraryFrom(value)])))
    return fc.oneof(all(first), all(rest))
  }
  const known = fc.record(Object.fromEntries(members.map(([key, member]) => [key, arbitraryFrom(member, key)])), {
    requiredKeys: node.required ?? [],
  })
  if (!rest) return known
  const others = fc.dictionary(
    fc.string({ minLength: 1 }).map((key) => `x-${key}`),
    arbitraryFrom(rest),
    { maxKeys: 2 },
  )
  return fc.tuple(others, known).map((parts) => Object.assign({}, ...parts) as unknown)
}

/** The value with one thing changed somewhere inside: a member dropped or added, or a value replaced by one of another kind. */
export function spoiled(value: unknown, seed: number): unknown {
  const copy: unknown = structuredClone(value)
  const places = placesIn(copy)
  const place = places[seed % places.length]
  const change = CHANGES[seed % CHANGES.length]
  if (!place) return change?.value
  const [holder, key] = place
  if (change?.kind === 'drop' && Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (change?.kind === 'drop') delete holder[key]
  else if (change?.kind === 'add') holder['x-added'] = 1
  else holder[key] = change?.value
  return copy
}

const CHANGES: readonly { kind: 'drop' | 'add' | 'replace'; value?: unknown }[] = [
  { kind: 'drop' },
  { kind: 'replace', value: null },
  { kind: 'replace', value: 7.5 },
  { kind: 'replace', value: 'text' },
  { kind: 'replace', value: [] },
  { kind: 'add' },
  { kind: 'replace', value: {} },
  { kind: 'replace', value: true },
  { kind: 'replace', value: -3 },
  { kind: 'replace', value: [{ type: 'text', text: 'a' }] },
  { kind: 'replace', value: { type: 'text', text: 'a' } },
]

type Holder = Record<PropertyKey, unknown>

function placesIn(value: unknown): [Holder, PropertyKey][] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  const places: [Holder, PropertyKey][] = Object.keys(value).map((key) => [holder, key])
  return places.concat(Object.values(value).flatMap(placesIn))
}
