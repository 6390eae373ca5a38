import type { RJSFSchema } from '@rjsf/utils'
import { expect, test } from 'vitest'
import { createSchemaValidator } from './schema-validator.ts'

const schema: RJSFSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    seats: { type: 'array', items: { $ref: '#/$defs/seat' } },
  },
  required: ['name'],
  $defs: { seat: { type: 'object', properties: { row: { type: 'integer' } }, required: ['row'] } },
}
const problems = (value: Record<string, unknown>): (string | undefined)[] =>
  createSchemaValidator()
    .validateFormData(value, schema)
    .errors.map(({ property, message }) => `${property} ${message}`)

test('what fits has no problems; what is undefined counts as left out', () => {
  expect(problems({ name: 'Ann', seats: [{ row: 1 }] })).toEqual([])
  expect(problems({ name: undefined })).toEqual(['.name Required'])
})

test('a problem is told once, at its place, however deep', () => {
  expect(problems({ name: 'A' })).toEqual([expect.stringMatching(/^\.name .*short/)])
  expect(problems({ name: 'Ann', seats: [{ row: 1 }, {}] })).toEqual(['.seats.1.row Required'])
})

test('a part of a schema is judged with the definitions of the whole', () => {
  const validator = createSchemaValidator()
  expect(validator.isValid({ $ref: '#/$defs/seat' }, { row: 1 }, schema)).toBe(true)
  expect(validator.isValid({ $ref: '#/$defs/seat' }, { row: 'one' }, schema)).toBe(false)
})
