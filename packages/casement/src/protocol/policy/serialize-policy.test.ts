import { expect, test } from 'vitest'
import { CasementError } from '../errors.ts'
import { parsePolicy, serializeHeader, serializeMeta } from './serialize-policy.ts'

const GOOD = [
  { name: 'default-src', values: ["'none'"] },
  { name: 'sandbox', values: [] },
]

test('serialized directives parse back to the same directives', () => {
  expect(serializeHeader(GOOD)).toBe("default-src 'none'; sandbox")
  expect(parsePolicy(serializeHeader(GOOD))).toEqual(GOOD)
  expect(serializeMeta(GOOD)).toBe("default-src 'none'")
})

test('the parser uses the first of two directives with the same name, like browsers', () => {
  expect(parsePolicy(' ;; IMG-src a\tb;img-src *; ')).toEqual([{ name: 'img-src', values: ['a', 'b'] }])
})

test.each(['a; script-src *', 'a b', 'a,b', 'a\n', '', 'ü', 'a"', '<a', 'a\u0000', 'a\t'])(
  'a value that slipped through the grammar (%j) stops the policy',
  (value) => {
    for (const serialize of [serializeHeader, serializeMeta]) {
      expect(() => serialize([...GOOD, { name: 'img-src', values: [value] }])).toThrow(CasementError)
    }
  },
)

test.each(['', 'img src', 'img-src;', 'default-src', 'IMG-SRC'])('an invalid or duplicate directive name throws (%j)', (name) => {
  expect(() => serializeHeader([...GOOD, { name, values: ['a'] }])).toThrow('does not parse back')
})
