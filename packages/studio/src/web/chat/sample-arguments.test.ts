import { expect, test } from 'vitest'
import { hasExample, sampleArguments } from './sample-arguments.ts'
import { createSchemaValidator } from './schema-validator.ts'

const object = (properties: object, required: string[] = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
})

test.each([
  ['nothing', {}, {}],
  [
    'what is not required stays away, unless it has a default',
    object({ a: { type: 'string' }, b: { default: 3 } }, []),
    { b: 3 },
  ],
  ['an example of the author goes first', object({ a: { type: 'string', examples: ['Rome', 'Oslo'] } }), { a: 'Rome' }],
  ['the first of a few', object({ a: { enum: ['24h', '7d'] }, b: { const: 4 } }), { a: '24h', b: 4 }],
  [
    'formats',
    object({ a: { type: 'string', format: 'email' }, b: { type: 'string', format: 'date' } }),
    { a: 'ada@example.com', b: '2026-01-31' },
  ],
  [
    'names that say what is meant',
    object({
      city: { type: 'string' },
      contactEmail: { type: 'string' },
      latitude: { type: 'number' },
      seats: { type: 'integer', maximum: 2 },
    }),
    { city: 'Bern', contactEmail: 'ada@example.com', latitude: 46.95, seats: 2 },
  ],
  ['bounds', object({ a: { type: 'integer', minimum: 5 }, b: { type: 'number', maximum: -2 } }), { a: 5, b: -2 }],
  ['as long as it must be', object({ a: { type: 'string', minLength: 9 } }), { a: 'example..' }],
  [
    'as many as there must be',
    object({ a: { type: 'array', minItems: 2, items: { type: 'string' } } }),
    { a: ['example', 'example'] },
  ],
  ['one of several', object({ a: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } }), { a: false }],
  ['inside', object({ a: object({ b: { type: ['null', 'string'] } }) }), { a: { b: null } }],
  ['elsewhere', { ...object({ a: { $ref: '#/$defs/it' } }), $defs: { it: { type: 'integer' } } }, { a: 1 }],
])('%s', (_what, schema: object, expected) => {
  const made = sampleArguments(schema)
  expect(made).toEqual(expected)
  expect(createSchemaValidator().validateFormData(made, schema).errors).toEqual([])
})

test('a schema that contains itself ends, and one that is none is harmless', () => {
  const loop = { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }
  expect(JSON.stringify(sampleArguments(loop)).length).toBeLessThan(100)
  for (const odd of [undefined, null, 7, 'x', [], { type: 'string' }, { properties: 4 }]) expect(sampleArguments(odd)).toEqual({})
})

test('a tool has an example when its author gave one for everything that is required', () => {
  const text = { type: 'string' }
  const withExample = { ...text, examples: ['x'] }
  expect(hasExample({ type: 'object' })).toBe(true)
  expect(hasExample({ properties: { a: withExample, b: text }, required: ['a'] })).toBe(true)
  expect(hasExample({ properties: { a: withExample, b: text }, required: ['a', 'b'] })).toBe(false)
  expect(hasExample({ properties: { a: text }, required: ['a'], examples: [{ a: 'x' }] })).toBe(true)
  expect(hasExample(undefined)).toBe(false)
})
