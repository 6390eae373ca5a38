import * as official from '@modelcontextprotocol/ext-apps'
import theirDocument from '@modelcontextprotocol/ext-apps/schema.json' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryFrom, spoiled, type Node } from '../../../../../test/arbitrary-from-json-schema.ts'
import * as ours from './index.ts'
import { toJsonSchema, toJsonSchemaDocument, type AnySchema } from './index.ts'

const theirs = structuredClone(theirDocument.$defs) as unknown as Record<string, Node>
const NAMES = Object.keys(theirs)

const named = Object.fromEntries(
  Object.entries(ours).flatMap(([name, schema]) =>
    /^[A-Z].*Schema$/.test(name) ? [[name.slice(0, -'Schema'.length), schema as AnySchema]] : [],
  ),
)
const document = toJsonSchemaDocument(named)

/**
 * The intended differences from the official definitions. Each entry rewrites an official definition into ours, or returns it
 * unchanged. After all rewrites, the two must agree on every instance, valid or corrupted. A difference that is not in this list
 * fails the test, and so does an entry that no longer changes anything.
 */
const DIFFERENCES: { reason: string; rewrite: (node: Node, at: string) => Node }[] = [
  {
    reason: 'unknown members are kept, because later versions and extensions add some; the official schemas reject or strip them',
    rewrite: ({ additionalProperties, ...node }) =>
      additionalProperties === false ? node : { ...node, ...(additionalProperties !== undefined && { additionalProperties }) },
  },
  {
    reason:
      'style variables: any subset is valid (R-186) and unknown names are accepted, but a value is a string; the official generator wrote `string | undefined` as any value',
    rewrite: ({ propertyNames, required, additionalProperties, ...node }) =>
      propertyNames?.anyOf
        ? { ...node, properties: Object.fromEntries((required ?? []).map((key) => [key, { type: 'string' }])) }
        : {
            ...node,
            ...(propertyNames && { propertyNames }),
            ...(required && { required }),
            ...(additionalProperties !== undefined && { additionalProperties }),
          },
  },
  {
    reason: '`ui/message` content may be a single block, as in the text of the specification',
    rewrite: (node, at) => (at === 'McpUiMessageRequest.params.content' ? { anyOf: [node, node.items ?? {}] } : node),
  },
  {
    reason:
      'container dimensions are four optional numbers: a member of the wrong type is rejected instead of stripped, and a fixed size next to a maximum is accepted',
    rewrite: (node) => {
      const members = ['height', 'maxHeight', 'width', 'maxWidth'].map((key) => [key, { type: 'number' }])
      return node.allOf ? { type: 'object', properties: Object.fromEntries(members) } : node
    },
  },
  {
    reason:
      'an invalid server name in the `_meta` of a result does not invalidate the result; the official validator ignores it too, which JSON Schema cannot express',
    rewrite: (node) => {
      const { 'io.modelcontextprotocol/serverInfo': serverInfo, ...properties } = node.properties ?? {}
      return serverInfo ? { ...node, properties } : node
    },
  },
  {
    reason: 'the content of a tool result is optional and defaults to empty (R-222), as in the official validator',
    rewrite: ({ required, ...node }, at) => ({
      ...node,
      ...(required && { required: required.filter((key) => at !== 'McpUiToolResultNotification.params' || key !== 'content') }),
    }),
  },
  {
    reason: 'the reason of a teardown is part of the specification, but missing from the official definition',
    rewrite: (node, at) =>
      at === 'McpUiResourceTeardownRequest.params' ? { ...node, properties: { reason: { type: 'string' } } } : node,
  },
]

const touched = new Map<string, number>()

function rewriteAll(node: Node, at: string): Node {
  const { properties, items, anyOf, allOf } = node
  let next: Node = {
    ...node,
    ...(properties && { properties: mapValues(properties, (member, key) => rewriteAll(member, `${at}.${key}`)) }),
    ...(items && { items: rewriteAll(items, `${at}[]`) }),
    ...(anyOf && { anyOf: anyOf.map((option) => rewriteAll(option, at)) }),
    ...(allOf && { allOf: allOf.map((option) => rewriteAll(option, at)) }),
  }
  for (const { reason, rewrite } of DIFFERENCES) {
    const before = JSON.stringify(next)
    next = rewrite(next, at)
    if (JSON.stringify(next) !== before) touched.set(reason, (touched.get(reason) ?? 0) + 1)
  }
  return next
}

const mapValues = (record: Record<string, Node>, change: (node: Node, key: string) => Node): Record<string, Node> =>
  Object.fromEntries(Object.entries(record).map(([key, node]) => [key, change(node, key)]))

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, 'ours')
const compile = (schema: object): ((value: unknown) => boolean) => {
  const check = ajv.compile(schema)
  return (value) => check(value)
}

// The official validators, which are stricter than the official JSON Schema where that cannot express a rule.
const zodOf: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(
    NAMES.flatMap((name) => {
      const schema = (official as unknown as Record<string, { safeParse?: (value: unknown) => { success: boolean } }>)[
        `${name}Schema`
      ]
      return schema?.safeParse ? [[name, (value: unknown) => schema.safeParse!(value).success]] : []
    }),
  ),
  McpUiStyles: (variables) => official.McpUiHostStylesSchema.safeParse({ variables }).success,
}

const sample = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { numRuns: 50, seed: 20260126 })

describe('every definition of @modelcontextprotocol/ext-apps', () => {
  test('exists under the same name', () => {
    expect(Object.keys(document['$defs'] as object)).toEqual(expect.arrayContaining(NAMES))
    expect(NAMES).toHaveLength(39)
  })

  describe.each(Object.entries(theirs))('%s', (name, definition) => {
    const theirsAccept = compile(definition)
    const rewrittenAccept = compile(rewriteAll(definition, name))
    const oursAccept = compile({ $ref: `ours#/$defs/${name}` })
    const schema = named[name] ?? ours.McpUiThemeSchema
    const valid = sample(arbitraryFrom(definition)).filter((value) => theirsAccept(value))

    test('our schemas accept every value that the official ones accept', () => {
      const traffic = valid.filter((value) => zodOf[name]?.(value) ?? true)
      expect(traffic.length).toBeGreaterThan(0)
      expect(traffic.filter((value) => !oursAccept(value))).toEqual([])
      expect(traffic.map((value) => ours.describeProblem(schema, value)).filter(Boolean)).toEqual([])
    })

    test('apart from the listed differences, valid and corrupted values are treated alike', () => {
      const broken = valid.flatMap((value, index) => [0, 1, 2, 3, 4].map((turn) => spoiled(value, index * 7 + turn * 13)))
      const values = valid.concat(broken)
      expect(values.filter((value) => oursAccept(value) !== rewrittenAccept(value))).toEqual([])
      expect(values.filter((value) => ours.matches(schema, value) !== rewrittenAccept(value))).toEqual([])
      // Some of the corrupted values must be invalid, or only the valid ones were compared.
      expect(values.some((value) => !rewrittenAccept(value))).toBe(true)
    })
  })

  test('each listed difference still exists', () => {
    expect(DIFFERENCES.filter(({ reason }) => !touched.has(reason))).toEqual([])
  })
})

describe('toJsonSchema', () => {
  test('is self-contained', () => {
    const accept = compile(toJsonSchema(ours.CallToolResultSchema))
    expect(accept({ content: [{ type: 'text', text: 'a' }] })).toBe(true)
    expect(accept({})).toBe(true)
    expect(accept({ content: [{ type: 'text' }] })).toBe(false)
    expect(JSON.stringify(toJsonSchema(ours.CallToolResultSchema))).not.toContain('$ref')
  })

  test('references definitions by name in a document', () => {
    const defs = document['$defs'] as Record<string, Node>
    expect(defs['McpUiHostCapabilities']?.properties?.['message']).toEqual({
      $ref: '#/$defs/McpUiSupportedContentBlockModalities',
    })
  })
})
