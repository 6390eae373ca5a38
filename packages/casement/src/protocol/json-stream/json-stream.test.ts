import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createJsonStream } from './json-stream.ts'

const partialValue = (text: string): unknown => {
  const stream = createJsonStream()
  stream.push(text)
  expect(stream.fault).toBeUndefined()
  return stream.value()
}

// Also compares the order of keys, prototypes and -0.
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b)

const endOf = (text: string): unknown => {
  const stream = createJsonStream()
  stream.push(text)
  return stream.end()
}

describe('a complete text', () => {
  test.each(['-0', '1e400', '-1e400', '5e-324', '1E+2', '0.1e-7', '12345678901234567890', ' null ', '"\\ud83d"', '""', 'true\n'])(
    'parses %s like JSON.parse',
    (text) => {
      expect(isSame(endOf(text), JSON.parse(text))).toBe(true)
    },
  )

  test('__proto__ is an ordinary key, and so is every inherited name', () => {
    const text = '{"__proto__":{"x":1},"constructor":2,"toString":"t","__proto__":[3]}'
    const value = endOf(text) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(isSame(value, JSON.parse(text))).toBe(true)
    const stream = createJsonStream()
    stream.push('{"__proto__":{"__proto__":"gro')
    expect(Object.keys(stream.snapshot() as object)).toEqual(['__proto__'])
    expect(Object.keys({})).toEqual([])
  })

  test('100,000 levels of nesting do not overflow the stack', () => {
    const depth = 100_000
    const stream = createJsonStream()
    for (let level = 0; level < depth; level++) stream.push(level % 2 ? '[' : '{"a":')
    let value = stream.snapshot()
    let levels = 0
    for (; typeof value === 'object' && value !== null; levels++)
      value = Array.isArray(value) ? value[0] : Object.values(value)[0]
    expect(levels).toBe(depth)
    stream.push('1')
    for (let level = depth - 1; level >= 0; level--) stream.push(level % 2 ? ']' : '}')
    expect(stream.end()).toBe(stream.value())
  })

  test('a megabyte in chunks of 20, read after each, takes linear time', () => {
    const text = JSON.stringify({ long: 'x'.repeat(500_000), list: Array.from({ length: 50_000 }, (_, i) => `item ${i}`) })
    const stream = createJsonStream()
    for (let at = 0; at < text.length; at += 20) {
      stream.push(text.slice(at, at + 20))
      stream.value()
    }
    expect(isSame(stream.end(), JSON.parse(text))).toBe(true)
  })
})

describe('an incomplete text', () => {
  test.each([
    ['', undefined],
    [' ', undefined],
    ['{', {}],
    ['{"a', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a":"', { a: '' }],
    ['{"a":"b', { a: 'b' }],
    ['{"a":"b"', { a: 'b' }],
    ['{"a":12', {}],
    ['{"a":12,', { a: 12 }],
    ['{"a":1,"a":', { a: 1 }],
    ['{"a":1,"a":"', { a: '' }],
    ['{"a":[1,{"b":[', { a: [1, { b: [] }] }],
    ['[tru', []],
    ['[true', [true]],
    ['[null,', [null]],
    ['[[],"x', [[], 'x']],
    ['"ab\\', 'ab'],
    ['"ab\\u00e', 'ab'],
    ['"ab\\u00e9', 'abé'],
    ['"ab\ud83d', 'ab'],
    ['"ab\ud83d\ude00', 'ab😀'],
    ['"ab\\ud83d', 'ab'],
    ['"ab\\ud83d\\ude0', 'ab'],
    ['"ab\\ud83d\\ude00', 'ab😀'],
    ['"ab\\ud83dc', 'ab\ud83dc'],
    ['12', undefined],
    ['12 ', 12],
  ])('%j has the value %j', (text, value) => {
    expect(partialValue(text)).toStrictEqual(value)
  })

  test('later chunks extend value() and do not change snapshot()', () => {
    const stream = createJsonStream()
    stream.push('{"done":{"x":1},"list":[[1],"he')
    const live = stream.value()
    const snapshot = stream.snapshot() as { done: unknown }
    stream.push('llo", 2], "more": true')
    expect(stream.value()).toBe(live)
    expect(live).toEqual({ done: { x: 1 }, list: [[1], 'hello', 2], more: true })
    expect(snapshot).toEqual({ done: { x: 1 }, list: [[1], 'he'] })
    expect((stream.snapshot() as { done: unknown }).done, 'complete parts are shared').toBe(snapshot.done)
  })
})

describe('invalid JSON', () => {
  test.each([
    ['{"a":1,}', 7, 'a key in double quotes', '"}"'],
    ['{a:1}', 1, 'a key in double quotes or "}"', '"a"'],
    ['{"a" 1}', 5, '":"', '"1"'],
    ['{"a":}', 5, 'a value', '"}"'],
    ['{"a":1 "b"', 7, '"," or "}"', '"\\""'],
    ['[1 2]', 3, '"," or "]"', '"2"'],
    ['[,', 1, 'a value or "]"', '","'],
    ['[1}', 2, '"," or "]"', '"}"'],
    ['01', 1, 'the end of the text', '"1"'],
    ['-x', 1, 'a digit', '"x"'],
    ['--1', 1, 'a digit', '"-"'],
    ['1.e', 2, 'a digit', '"e"'],
    ['1e+]', 3, 'a digit', '"]"'],
    ['[trye', 3, 'true', '"y"'],
    ['NaN', 0, 'a value', '"N"'],
    ["'a'", 0, 'a value', '"\'"'],
    ['\ufeff1', 0, 'a value', '"\ufeff"'],
    ['{} 😀', 3, 'the end of the text', '"😀"'],
    ['"\\x"', 2, 'one of " \\ / b f n r t u after the backslash', '"x"'],
    ['"\\u12g4"', 5, 'a hexadecimal digit', '"g"'],
    ['"a\u001fb"', 2, 'a closing quote or an escape, because control characters must be escaped', '"\\u001f"'],
    ['"a\nb"', 2, 'a closing quote or an escape, because control characters must be escaped', '"\\n"'],
  ])('%j has a fault at %i', (text, offset, expected, found) => {
    const stream = createJsonStream()
    stream.push(text)
    expect(stream.fault).toMatchObject({ offset, line: 1, column: offset + 1, expected, found })
  })

  test.each([
    ['', 'a value'],
    ['{"a":[1', '"," or "]"'],
    ['[1,', 'a value'],
    ['[-', 'a digit'],
    ['fals', 'false'],
    ['"ab', 'a closing quote'],
    ['"ab\\u00', 'a hexadecimal digit'],
    ['{"a', 'a closing quote'],
  ])('%j is incomplete', (text, expected) => {
    expect(() => endOf(text)).toThrow(`(offset ${text.length}): expected ${expected}, found the end of the text`)
  })

  test('the error has a code, line and column, and its cause is the fault', () => {
    const stream = createJsonStream()
    for (const chunk of ['{\n  "a": 1,\r', '\n  "b":', ' tru', 'x}']) stream.push(chunk)
    const { fault } = stream
    expect(fault).toEqual({ offset: 23, line: 3, column: 11, expected: 'true', found: '"x"' })
    expect(() => stream.end()).toThrow(
      expect.objectContaining({
        code: 'INVALID_MESSAGE',
        message: 'Invalid JSON at line 3, column 11 (offset 23): expected true, found "x"',
        cause: fault,
      }),
    )
  })

  test('the value before the fault is kept, and later chunks are ignored', () => {
    const stream = createJsonStream()
    for (const chunk of ['{"a":"on', 'e\u0001', '","b":2}']) stream.push(chunk)
    expect(stream.value()).toEqual({ a: 'one' })
    expect(stream.snapshot()).toEqual({ a: 'one' })
    expect(stream.fault?.offset).toBe(9)
  })

  test('push() after end() throws', () => {
    const stream = createJsonStream()
    stream.push('1')
    expect(stream.end()).toBe(1)
    expect(() => stream.push('2')).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(stream.end(), 'a second end() returns the same value').toBe(1)
  })
})
