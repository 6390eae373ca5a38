import { expect, test } from 'vitest'
import { showHidden, showName } from './untrusted-text.ts'

test.each([
  ['a right-to-left override', 'a\u202Eb', 'a⟦U+202E⟧b'],
  ['a zero-width space', 'a\u200Bb', 'a⟦U+200B⟧b'],
  ['tag characters', 'a\u{E0041}', 'a⟦U+E0041⟧'],
  ['a variation selector that carries data', 'a\u{E0100}', 'a⟦U+E0100⟧'],
  ['a control character', 'a\u0007\r', 'a⟦U+0007⟧⟦U+000D⟧'],
  ['a line separator', 'a\u2028b', 'a⟦U+2028⟧b'],
  ['a lone surrogate', 'a\uD800', 'a⟦U+D800⟧'],
  ['a filler', 'a\u3164\u2800', 'a⟦U+3164⟧⟦U+2800⟧'],
  ['an imitated escape', '⟦U+0041⟧', '⟦U+27E6⟧U+0041⟧'],
  ['a joiner outside of an emoji', 'a\u200Db', 'a⟦U+200D⟧b'],
])('%s is shown', (_, text, shown) => {
  expect(showHidden(text)).toBe(shown)
})

test('ordinary text, line breaks, tabs and emoji stay as they are', () => {
  const text = 'Größe ¿qué? 你好 שלום\n\tnext 👩🏽‍💻 👨‍👩‍👧 ❤️ é'
  expect(showHidden(text)).toBe(text)
})

test('what is shown can be read back, so two texts never look the same', () => {
  const readBack = (shown: string): string =>
    shown.replaceAll(/⟦U\+([0-9A-F]+)⟧/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  for (const text of ['⟦U+0041⟧', 'A', '\u202E⟦\u200B', '⟦⟦U+202E⟧', '\u{E0049}\u{E0047}', '\uD800x'])
    expect(readBack(showHidden(text))).toBe(text)
})

test('a name is one line of limited length', () => {
  expect(showName(' Weather\n\n  App\u202E ')).toBe('Weather App⟦U+202E⟧')
  expect(showName('x'.repeat(500))).toHaveLength(81)
  expect(showName('👩🏽‍💻'.repeat(50), 10)).toMatch(/…$/)
})
