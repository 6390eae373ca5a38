import { expect, test } from 'vitest'
import { linkToEntry, hashOf, readHash } from './entry-link.ts'

test.each([
  ['c', undefined, '#/c'],
  ['c', 'e', '#/c/e'],
  ['a/b', 'c d', '#/a%2Fb/c%20d'],
])('the place of %s and %s is %s, and is read as that again', (conversation, entry, hash) => {
  expect(hashOf(conversation, entry)).toBe(hash)
  expect(readHash(hash)).toEqual({ conversation, entry })
})

test('an address that names nothing is no place, and one that is written badly is taken as it is', () => {
  for (const hash of ['', '#', '#/']) expect(readHash(hash)).toBeUndefined()
  expect(readHash('#/%E0%A4%A')).toEqual({ conversation: '%E0%A4%A', entry: undefined })
})

test('a link to an entry is at the origin of the page', () => {
  expect(linkToEntry('c', 'e', 'http://casement.localhost:3210/?stay#/other')).toBe('http://casement.localhost:3210/#/c/e')
})
