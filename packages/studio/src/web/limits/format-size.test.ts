import { expect, test } from 'vitest'
import { formatCount, formatSize } from './format-size.ts'

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KB'],
  [700 * 1024, '700 KB'],
  [1024 ** 3, '1 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

test('counts have separators', () => {
  expect(formatCount(20_000)).toBe('20,000')
})
