import { expect, test } from 'vitest'
import { isUsersFocus, type UserTrace } from './focus-guard.ts'

const nothing: UserTrace = {
  isOver: false,
  sinceTab: Infinity,
  sinceKey: Infinity,
  hasPointed: false,
  isActive: false,
  isShown: true,
}

test.each<[string, Partial<UserTrace>, boolean]>([
  ['a frame that takes it by itself', {}, false],
  ['a frame that takes it while the user types into the page', { sinceKey: 100, isActive: true }, false],
  ['a frame that takes it before it is shown', { isActive: true, isShown: false }, false],
  ['a click of somebody who was typing', { sinceKey: 100, isActive: true, hasPointed: true }, true],
  ['a click', { isOver: true }, true],
  ['a Tab', { sinceTab: 50, sinceKey: 50 }, true],
  ['a Tab long ago', { sinceTab: 60_000 }, false],
  ['a touch, of which the page sees only that there was one', { isActive: true }, true],
])('the focus after %s', (_, trace, isUsers) => {
  expect(isUsersFocus({ ...nothing, ...trace })).toBe(isUsers)
})
