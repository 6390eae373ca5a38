import { expect, test } from 'vitest'
import { exampleInput } from './example-input.ts'

test.each([
  [{ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] }, { a: 'example' }],
  [{ type: 'object', properties: { n: { type: 'integer', minimum: 3 } }, required: ['n'] }, { n: 3 }],
  [{ type: 'object', properties: { u: { enum: ['C', 'F'] } }, required: ['u'] }, { u: 'C' }],
  [{ type: 'object', properties: { d: { default: { x: 1 } } }, required: ['d'] }, { d: { x: 1 } }],
  [
    { type: 'object', properties: { l: { type: 'array', minItems: 2, items: { type: 'boolean' } } }, required: ['l'] },
    { l: [false, false] },
  ],
  [
    {
      type: 'object',
      properties: { p: { $ref: '#/$defs/p' } },
      required: ['p'],
      $defs: { p: { type: 'string', format: 'date' } },
    },
    { p: '2026-01-26' },
  ],
  [{ type: 'object', properties: { v: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }] } }, required: ['v'] }, { v: 1 }],
])('the smallest input for %j', (schema, input) => {
  expect(exampleInput(schema)).toEqual(input)
})

test('a schema that refers to itself ends', () => {
  const schema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
  expect(JSON.stringify(exampleInput(schema)).length).toBeLessThan(200)
})
