import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { schemaProblem } from './json-schema-check.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

type Row = [schema: unknown, valid: unknown[], invalid: unknown[]]

describe('supported keywords', () => {
  test.for<Row>([
    [{ type: 'string' }, ['', 'x'], [1, null, {}]],
    [{ type: 'integer' }, [1, -1], [1.5, '1']],
    [{ type: ['number', 'null'] }, [1.5, null], ['x', false]],
    [{ type: 'object' }, [{}], [[], null]],
    [{ type: 'array', items: { type: 'number' } }, [[], [1]], [['x'], {}]],
    [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, [['a', 1]], [[1], ['a', 'b']]],
    [{ enum: ['a', 1, null, { x: 1 }] }, ['a', 1, null, { x: 1 }], ['b', 2, {}]],
    [{ const: [1] }, [[1]], [[2], 1]],
    [{ properties: { a: { type: 'number' } }, required: ['a'] }, [{ a: 1 }, { a: 1, b: 2 }], [{}, { a: 'x' }]],
    [{ properties: { a: true }, additionalProperties: false }, [{ a: 1 }, {}], [{ b: 1 }]],
    [{ additionalProperties: { type: 'number' } }, [{ b: 1 }], [{ b: 'x' }]],
    [{ minimum: 1, maximum: 2 }, [1, 2, 'x'], [0, 3]],
    [{ minLength: 2, maxLength: 3 }, ['ab', '😀😀', 1], ['a', 'abcd']],
    [{ minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, ['x', 1], [null]],
    [{ oneOf: [{ type: 'number' }, { minimum: 5 }] }, [1], [7]],
    [{ allOf: [{ type: 'number' }, { minimum: 5 }] }, [7], [1, '7']],
    [{ not: { type: 'null' } }, [1], [null]],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'number' } } }, [1], ['x']],
    [true, [1, null], []],
    [{}, [1, null], []],
    [{ type: 'object', additionalProperties: false, properties: { constructor: { type: 'string' } } }, [{}], [{ toString: 1 }]],
  ])('%j', ([schema, valid, invalid]) => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true }).compile(schema as object)
    const values = [...valid, ...invalid]
    const expected = values.map((value) => [value, valid.includes(value)])
    expect(values.map((value) => [value, schemaProblem(schema, value) === undefined])).toEqual(expected)
    expect(values.map((value) => [value, ajv(value)])).toEqual(expected)
  })

  test('the schema false rejects every value', () => {
    expect(schemaProblem(false, 1)).toBe('the value is not allowed')
  })

  test('the problem includes the path', () => {
    const schema = { properties: { a: { items: { type: 'number' } } } }
    expect(schemaProblem(schema, { a: [1, 'x'] })).toBe('/a/1 is not of type number')
  })

  test.each(['constructor', '__proto__', 'toString'])('no value is of type %s', (type) => {
    expect(schemaProblem({ type }, {})).toBe(`the value is not of type ${type}`)
  })

  test('a schema that references itself terminates', () => {
    expect(schemaProblem({ $ref: '#' }, 1)).toBe('the value is nested too deeply')
  })

  test('property: never throws', () => {
    const check = fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => void schemaProblem(schema, value))
    expect(() => fc.assert(check)).not.toThrow()
  })
})
