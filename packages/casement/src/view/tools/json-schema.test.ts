import { Ajv2020 } from 'ajv/dist/2020.js'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z4 from 'zod'
import { z as z3 } from 'zod/v3'
import type { StandardSchemaV1 } from '../../protocol/standard-schema.ts'
import { describeSchema, standardJsonSchema } from './json-schema.ts'

const toJsonSchema = (schema: StandardSchemaV1): Record<string, unknown> =>
  standardJsonSchema(schema, 'input') ?? describeSchema(schema)

/** A zod 4 schema of a version before it supported Standard JSON Schema. */
function beforeStandardJsonSchema(schema: StandardSchemaV1): StandardSchemaV1 {
  const { version, vendor, validate } = schema['~standard']
  return Object.create(schema, {
    '~standard': { value: { version, vendor, validate } },
    toJSONSchema: { value: undefined },
  }) as StandardSchemaV1
}

/** Both generations of zod build this schema with the same calls. */
function zod(generation: typeof z3 | typeof z4): StandardSchemaV1 {
  const z = generation as typeof z4
  return z.object({
    city: z.string().min(1).describe('Where'),
    days: z.number().int().optional(),
    unit: z.enum(['c', 'f']).default('c'),
    tags: z.array(z.string()),
    kind: z.literal('forecast'),
    place: z.object({ lat: z.number(), label: z.string().nullable() }),
    extra: z.record(z.string(), z.boolean()),
    either: z.union([z.string(), z.number()]),
  })
}

const valibot = v.object({
  city: v.pipe(v.string(), v.minLength(1), v.description('Where')),
  days: v.optional(v.number()),
  unit: v.optional(v.picklist(['c', 'f']), 'c'),
  tags: v.array(v.string()),
  kind: v.literal('forecast'),
  place: v.strictObject({ lat: v.number(), label: v.nullable(v.string()) }),
  extra: v.record(v.string(), v.boolean()),
  either: v.union([v.string(), v.number()]),
})

const arktype = type({
  city: type('string >= 1').describe('Where'),
  'days?': 'number.integer',
  unit: "'c' | 'f' = 'c'",
  tags: 'string[]',
  kind: "'forecast'",
  place: { lat: 'number', label: 'string | null' },
  extra: { '[string]': 'boolean' },
  either: 'string | number',
})

const schemas: Record<string, StandardSchemaV1> = {
  'zod 4': zod(z4),
  'zod 4 before Standard JSON Schema': beforeStandardJsonSchema(zod(z4)),
  'zod 3': zod(z3),
  valibot,
  arktype,
}

const valid = {
  city: 'Bern',
  tags: ['a'],
  kind: 'forecast',
  place: { lat: 1, label: null },
  extra: { a: true },
  either: 2,
}

describe.each(Object.entries(schemas))('a schema of %s', (_name, schema) => {
  const converted = toJsonSchema(schema)
  const accepts = new Ajv2020({ strict: false }).compile(converted)

  test('names the fields, what they are for and which of them are required', () => {
    expect(converted).toMatchObject({ type: 'object', properties: { city: { type: 'string', description: 'Where' } } })
    expect(new Set(converted['required'] as string[])).toEqual(new Set(Object.keys(valid)))
  })

  test.each<[string, object, boolean]>([
    ['all required fields', valid, true],
    ['optional fields', { ...valid, days: 3, unit: 'f' }, true],
    ['a missing field', { ...valid, city: undefined }, false],
    ['a string for a number', { ...valid, days: '3' }, false],
    ['a value that is not in the enum', { ...valid, unit: 'k' }, false],
    ['another literal', { ...valid, kind: 'history' }, false],
    ['a wrong item', { ...valid, tags: [1] }, false],
    ['a wrong nested field', { ...valid, place: { lat: 'x', label: 'y' } }, false],
    ['a wrong value of a record', { ...valid, extra: { a: 1 } }, false],
    ['neither of a union', { ...valid, either: true }, false],
  ])('%s', (_case, value, isValid) => {
    const json: unknown = JSON.parse(JSON.stringify(value))
    expect(accepts(json)).toBe(isValid)
  })
})

test('a library that converts itself is asked', () => {
  const ask = { ...schemas['valibot'], toJsonSchema: () => ({ type: 'object', title: 'its own' }) } as unknown as StandardSchemaV1
  expect(toJsonSchema(ask)).toEqual({ type: 'object', title: 'its own' })
})

test('other kinds accept any value', () => {
  const converted = toJsonSchema(v.object({ when: v.date(), other: v.nullish(v.any()) }))
  expect(converted).toEqual({
    type: 'object',
    properties: { when: {}, other: { anyOf: [{}, { type: 'null' }] } },
    required: ['when'],
  })
})

test('zod 3: wrappers, effects, native enums and tuples of options', () => {
  const Size = { S: 's', L: 'l' } as const
  const schema = z3.object({
    trimmed: z3.string().transform((text) => text.trim()),
    size: z3.nativeEnum(Size),
    pick: z3.discriminatedUnion('t', [z3.object({ t: z3.literal('a') }), z3.object({ t: z3.literal('b') })]),
  })
  expect(toJsonSchema(schema)).toMatchObject({
    properties: {
      trimmed: { type: 'string' },
      size: { enum: ['s', 'l'] },
      pick: { anyOf: [{ properties: { t: { enum: ['a'] } } }, { properties: { t: { enum: ['b'] } } }] },
    },
  })
})
