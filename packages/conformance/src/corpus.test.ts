import { expect, test } from 'vitest'
import { corpus } from './index.ts'

// The attacks themselves are in `corpus.attacks.ts`: minutes in a real browser, against a host that must hold and one that must not.
test('the corpus has at least 400 attacks, each with a name of its own', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(400)
  expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length)
})
