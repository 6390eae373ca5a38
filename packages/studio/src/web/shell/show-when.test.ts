import { expect, test } from 'vitest'
import { showWhen } from './show-when.ts'

const now = new Date(2026, 10, 16, 12, 0).getTime()

test.each([
  [new Date(2026, 10, 16, 10, 5), '10:05'],
  [new Date(2026, 10, 15, 23, 59), 'Sun'],
  [new Date(2026, 10, 11, 12, 0), 'Wed'],
  [new Date(2026, 9, 2), '2 Oct'],
  [new Date(2025, 11, 31), 'Dec 2025'],
])('%s is told as %s', (at, told) => {
  expect(showWhen(at.getTime(), now, 'en-GB')).toBe(told)
})
