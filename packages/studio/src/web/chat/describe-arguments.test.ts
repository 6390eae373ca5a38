import { expect, test } from 'vitest'
import { describeArguments } from './describe-arguments.ts'

test.each([
  [{}, ''],
  [{ name: 'Ada' }, 'name: "Ada"'],
  [{ count: 2, list: [1, 'a'], deep: { x: null } }, 'count: 2, list: [1,"a"], deep: {"x":null}'],
  [{ text: 'x'.repeat(500) }, `text: "${'x'.repeat(113)}…`],
])('%j in a few words', (input, words) => {
  expect(describeArguments(input)).toBe(words)
})
