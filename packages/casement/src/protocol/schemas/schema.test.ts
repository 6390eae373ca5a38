import { describe, expect, test } from 'vitest'
import { boolean, integer, literal, never, number, oneOf, string, unknown } from './scalars.ts'
import { describeProblem, matches, validate } from './schema.ts'
import { array, byType, looseObject, object, optional, record, normalized, union } from './structures.ts'

const block = byType(
  object({ type: literal('text'), text: string() }),
  object({ type: literal('image'), data: string(), size: optional(integer()) }),
)
const result = looseObject({ content: array(block), isError: optional(boolean()), _meta: optional(record()) })

describe('describeProblem', () => {
  test.each([
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 3 },
        ],
      },
      'content[1].text: expected a string, got a number',
    ],
    [{ content: [{ type: 'video' }] }, 'content[0].type: expected "text" or "image", got "video"'],
    [{ content: [{}] }, 'content[0].type: expected "text" or "image", got nothing'],
    [{ content: ['a'] }, 'content[0]: expected an object, got "a"'],
    [{ content: [{ type: 'image', data: '', size: 0.5 }] }, 'content[0].size: expected an integer, got the number 0.5'],
    [{ content: {} }, 'content: expected an array, got an object'],
    [{ content: [], isError: null }, 'isError: expected a boolean, got null'],
    [{ content: [], _meta: [] }, '_meta: expected an object, got an array'],
    [null, 'expected an object, got null'],
    [[], 'expected an object, got an array'],
    ['x'.repeat(100), 'expected an object, got a string of 100 characters'],
  ])('of %j', (value, problem) => {
    expect(describeProblem(result, value)).toBe(problem)
  })

  test('starts at the given root, and quotes a key that is not an identifier', () => {
    const schema = record(record(number()))
    expect(describeProblem(schema, { 'a/b': { c: 'd' } }, 'params')).toBe('params["a/b"].c: expected a number, got "d"')
  })

  test('is undefined for a valid value', () => {
    expect(describeProblem(result, { content: [] })).toBeUndefined()
  })

  test('of a union describes the option with the deepest problem, or all options', () => {
    const either = union(string(), object({ uri: string(), text: string() }), object({ uri: string(), blob: string() }))
    expect(describeProblem(either, { uri: 'a' })).toBe('text: expected a string, got nothing')
    expect(describeProblem(either, 3)).toBe('expected a string or an object, got a number')
  })

  test('gives only the number of many options', () => {
    const many = oneOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')
    expect(describeProblem(many, 'k')).toBe('expected one of 10 known names, got "k"')
  })
})

describe('validate', () => {
  test('returns the same object, with unknown members', () => {
    const value = { content: [{ type: 'text', text: 'a', extra: 1 }], other: {} }
    const read = validate(result, value)
    expect(read).toEqual({ value })
    expect(read.issues === undefined && read.value).toBe(value)
  })

  test('is Standard Schema v1', () => {
    const { validate: check, vendor, version } = result['~standard']
    expect({ vendor, version }).toEqual({ vendor: 'casement', version: 1 })
    expect(check({ content: [3] })).toEqual({ issues: [{ path: ['content', 0], message: 'expected an object, got a number' }] })
  })

  test('normalizes members at any depth in a copy, and does not change the original', () => {
    const list = normalized(union(array(string()), string()), (given): string[] => (Array.isArray(given) ? given : [given]))
    const message = object({ params: object({ list, other: unknown() }) })
    const value = Object.freeze({ params: Object.freeze({ list: 'a', other: 1 }), kept: true })
    expect(validate(message, value)).toEqual({ value: { params: { list: ['a'], other: 1 }, kept: true } })
    expect(value.params.list).toBe('a')
    const fine = { params: { list: ['a'] } }
    expect(validate(message, fine)).toSatisfy((read) => (read as { value: unknown }).value === fine)
  })
})

describe('hostile values', () => {
  test('cycles and deep nesting are not followed', () => {
    const cyclic: Record<string, unknown> = { content: [] }
    cyclic['_meta'] = cyclic
    expect(matches(result, cyclic)).toBe(true)
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 100_000; level++) deep = { deep }
    expect(matches(result, { content: [], _meta: deep })).toBe(true)
  })

  test('a sparse array of four billion holes is rejected at the first hole', () => {
    const holes: unknown[] = []
    holes.length = 2 ** 32 - 1
    expect(describeProblem(result, { content: holes })).toBe('content[0]: expected an object, got nothing')
  })

  test('a value that throws when read is a problem, not an exception', () => {
    const trap = {
      get content() {
        throw new Error('boo')
      },
    }
    expect(describeProblem(result, trap)).toBe('could not be read: boo')
    expect(matches(result, trap)).toBe(false)
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(matches(result, proxy)).toBe(false)
  })

  test('a cloneable value that is not JSON is not a dictionary', () => {
    for (const value of [new Map(), new Date(0), /a/, new ArrayBuffer(1)]) {
      expect(matches(record(), structuredClone(value))).toBe(false)
    }
    expect(matches(record(), Object.create(null))).toBe(true)
  })

  test('a __proto__ member is an ordinary member', () => {
    const value: unknown = JSON.parse('{"__proto__": {"content": []}}')
    expect(describeProblem(result, value)).toBe('content: expected an array, got nothing')
    expect(describeProblem(record(number()), JSON.parse('{"__proto__": "a"}'))).toBe('__proto__: expected a number, got "a"')
  })

  test.each([Number.NaN, Infinity, -Infinity, 2 ** 53, 1.5, '1', null, 1n])('%s is not an integer', (value) => {
    expect(matches(integer(), value)).toBe(false)
  })

  test('NaN, infinity and numbers out of bounds are rejected', () => {
    expect([Number.NaN, Infinity, -0.1, 1.1].map((value) => matches(number(0, 1), value))).toEqual([false, false, false, false])
    expect([0, 1, 0.5].map((value) => matches(number(0, 1), value))).toEqual([true, true, true])
  })

  test('a forbidden member must be absent or undefined', () => {
    const schema = object({ gone: optional(never()) })
    expect([{}, { gone: undefined }, { gone: null }].map((value) => matches(schema, value))).toEqual([true, true, false])
  })
})
