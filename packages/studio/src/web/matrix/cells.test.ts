import { PROFILE_IDS } from 'casement/testing/profiles'
import { expect, test } from 'vitest'
import { cellsOf, firstChoice, toggle } from './cells.ts'

test('the matrix has every combination, and only of hosts that are known', () => {
  const choice = { profiles: ['strict', 'gone', 'claude'], themes: ['light', 'dark'], devices: ['phone', 'desktop'] } as const
  expect(cellsOf(choice, PROFILE_IDS).map(({ id }) => id)).toEqual([
    'strict light desktop',
    'strict dark desktop',
    'strict light phone',
    'strict dark phone',
    'claude light desktop',
    'claude dark desktop',
    'claude light phone',
    'claude dark phone',
  ])
})

test('the first choice has the current host and two others', () => {
  expect(firstChoice('strict').profiles).toEqual(['strict', 'claude', 'chatgpt'])
  expect(firstChoice('claude').profiles).toEqual(['claude', 'chatgpt', 'strict'])
})

test('values keep their order when they are toggled, and one always stays', () => {
  expect(toggle(['a', 'b', 'c'], ['c'], 'a')).toEqual(['a', 'c'])
  expect(toggle(['a', 'b', 'c'], ['a', 'c'], 'a')).toEqual(['c'])
  expect(toggle(['a', 'b'], ['b'], 'b')).toEqual(['b'])
})
