import { isDeepStrictEqual } from 'node:util'
import { expect, test, vi } from 'vitest'
import { CasementError } from '../errors.ts'
import { createJsonStream } from './json-stream.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })

const character = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map((text) => JSON.stringify(text).slice(1, -1)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)) },
  { weight: 1, arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => `\\u${code.toString(16)}`) },
  { weight: 1, arbitrary: fc.nat(0xffff).map((code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`) },
  { weight: 1, arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\b', '\\f', '\\r', '\\t', '/', '😀', '\\ud83d\\ude00') },
)
const string = fc.array(character, { maxLength: 8 }).map((parts) => `"${parts.join('')}"`)

const number = fc.oneof(
  fc.constantFrom('0', '-0', '1e400', '-1E+2', '0.5e-3', '10', '123456789012345678901'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)
const key = fc.oneof(fc.constantFrom('"a"', '"b"', '"0"', '""', '"__proto__"', '"toString"'), string)

/** JSON texts that no serialiser writes: odd spacing, odd escapes, odd numbers, repeated keys, lone surrogates. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; spaced: string }>((tie) => ({
  spaced: fc.tuple(space, tie('value'), space).map((parts) => parts.join('')),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('true', 'false', 'null'),
    number,
    string,
    fc.array(tie('spaced'), { maxLength: 5 }).map((items) => `[${items.join(',') || ' '}]`),
    fc.array(fc.tuple(space, key, space, tie('spaced')), { maxLength: 5 }).map((entries) => {
      const members = entries.map(([before, name, after, value]) => `${before}${name}${after}:${value}`)
      return `{${members.join(',')}}`
    }),
  ),
})).spaced

const sizes = fc.infiniteStream(fc.nat(7))

/** The text in pieces of the given lengths, of which some may be empty. */
function* cut(text: string, lengths: Iterable<number>): Generator<string> {
  let at = 0
  for (const size of lengths) {
    if (at >= text.length) return
    yield text.slice(at, at + size)
    at += size
  }
}

/** A slow reference: drops characters from the end until closing the open containers gives valid JSON. */
function referenceValue(prefix: string): unknown {
  let text = outline(prefix).inString ? prefix : prefix.replace(/-?\d[-+.\deE]*$|-$/, '')
  for (; text !== ''; text = text.slice(0, -1)) {
    const { inString, closers } = outline(text)
    try {
      const value: unknown = JSON.parse(text + (inString ? '"' : '') + closers)
      const half = inString && HALF_A_PAIR.exec(text)
      return half ? JSON.parse(`${text.slice(0, -(half[1] ?? half[2] ?? '').length)}"${closers}`) : value
    } catch {
      // Try again with one character less.
    }
  }
  return undefined
}

/** A high surrogate at the end, literal or as an escape whose backslash is not itself escaped. */
const HALF_A_PAIR = /(?:^|[^\\])(?:\\\\)*(\\u[dD][89abAB][\da-fA-F]{2})$|([\ud800-\udbff])$/

function outline(text: string): { inString: boolean; closers: string } {
  let inString = false
  let closers = ''
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]
    if (inString && unit === '\\') at++
    else if (unit === '"') inString = !inString
    else if (!inString && (unit === '{' || unit === '[')) closers = (unit === '{' ? '}' : ']') + closers
    else if (!inString && (unit === '}' || unit === ']')) closers = closers.slice(1)
  }
  return { inString, closers }
}

// Also compares the order of keys, prototypes and -0.
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b) && JSON.stringify(a) === JSON.stringify(b)

const endOf = (text: string): unknown => {
  const stream = createJsonStream()
  stream.push(text)
  return stream.end()
}

const parses = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError || CasementError.is(error, 'INVALID_MESSAGE')) return false
    throw error
  }
}

test('the value of a complete text equals that of JSON.parse, for any document and any chunks', () => {
  fc.assert(
    fc.property(jsonText, sizes, (text, lengths) => {
      const stream = createJsonStream()
      for (const chunk of cut(text, lengths)) {
        stream.push(chunk)
        stream.value()
      }
      expect(isSame(stream.end(), JSON.parse(text))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('no prefix of a valid text has a fault, and each has the value of the slow reference', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const stream = createJsonStream()
      for (let at = 0; at < text.length; at++) {
        stream.push(text.charAt(at))
        if (isSame(stream.value(), referenceValue(text.slice(0, at + 1))) && !stream.fault) continue
        expect.fail(`after ${at + 1} characters`)
      }
    }),
    { numRuns: 150 },
  )
})

test('later chunks do not change a snapshot', () => {
  fc.assert(
    fc.property(jsonText, sizes, (text, lengths) => {
      const stream = createJsonStream()
      const taken: [snapshot: unknown, then: unknown][] = []
      for (const chunk of cut(text, lengths)) {
        stream.push(chunk)
        taken.push([stream.snapshot(), structuredClone(stream.value())])
      }
      stream.end()
      for (const [snapshot, then] of taken) expect(isSame(snapshot, then)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a corrupted text is rejected if and only if JSON.parse rejects it, at the same offset for any chunks', () => {
  const noise = fc.string({
    unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'u', 't', '0', '-', '.', 'e', '\n'),
    maxLength: 3,
  })
  const damaged = fc.tuple(jsonText, fc.nat(), fc.nat(3), noise).map(([text, at, drop, add]) => {
    const start = at % (text.length + 1)
    return text.slice(0, start) + add + text.slice(start + drop)
  })
  fc.assert(
    fc.property(damaged, sizes, (text, lengths) => {
      const [whole, inPieces] = [createJsonStream(), createJsonStream()]
      whole.push(text)
      for (const chunk of cut(text, lengths)) inPieces.push(chunk)
      expect(inPieces.fault?.offset).toBe(whole.fault?.offset)
      expect(isSame(inPieces.value(), whole.value())).toBe(true)
      expect(parses(endOf, text)).toBe(parses(JSON.parse, text))
    }),
    { numRuns: 1500 },
  )
})
