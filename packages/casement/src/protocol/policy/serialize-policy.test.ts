import { expect, test } from 'vitest'
import { CasementError } from '../errors.ts'
import { parsePolicy, serializeHeader, serializeMeta } from './serialize-policy.ts'

const GOOD = [
  { name: 'default-src', values: ["'none'"] },
  { name: 'sandbox', values: [] },
]

test('directives become text and read back as they were', () => {
  expect(serializeHeader(GOOD)).toBe("default-src 'none'; sandbox")
  expect(parsePolicy(serializeHeader(GOOD))).toEqual(GOOD)
  expect(serializeMeta(GOOD)).toBe("default-src 'none'")
})

test('the reader takes the first of two equal names, as browsers do', () => {
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

test.each(['', 'img src', 'img-src;', 'default-src', 'IMG-SRC'])('so does a name that is not one new directive (%j)', (name) => {
  expect(() => serializeHeader([...GOOD, { name, values: ['a'] }])).toThrow('does not read back')
})
