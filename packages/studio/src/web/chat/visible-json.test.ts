import { expect, test } from 'vitest'
import { visibleJson } from './visible-json.ts'

test.each([
  ['a right-to-left override', 'a\u202Eb', '"a\\u202eb"'],
  ['a zero-width space', 'a\u200Bb', '"a\\u200bb"'],
  ['a tag character', 'a\u{E0041}b', '"a\\udb40\\udc41b"'],
  ['a no-break space', 'a\u00A0b', '"a\\u00a0b"'],
  ['a Hangul filler', '\u3164', '"\\u3164"'],
  ['plain text', 'Grüße, 世界 👋', '"Grüße, 世界 👋"'],
])('%s is shown as what it is', (_, text, shown) => {
  expect(visibleJson(text)).toBe(shown)
})

test('what is shown says the same as what is sent', () => {
  const value = { 'k\u202E': ['a\u200B', 'b\n', { c: '\u{E0041}' }], d: 1 }
  expect(JSON.parse(visibleJson(value))).toEqual(value)
})
