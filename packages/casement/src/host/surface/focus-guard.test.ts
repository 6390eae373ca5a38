import { expect, test } from 'vitest'
import { isUserInitiated, type UserActivity } from './focus-guard.ts'

const noActivity: UserActivity = {
  isOverFrame: false,
  msSinceTab: Infinity,
  msSinceTyping: Infinity,
  hasPointed: false,
  isActivated: false,
  isViewVisible: true,
}

test.each<[string, Partial<UserActivity>, boolean]>([
  ['no user activity', {}, false],
  ['typing into the page', { msSinceTyping: 100, isActivated: true }, false],
  ['user activation while no View is visible', { isActivated: true, isViewVisible: false }, false],
  ['a click by a user who was typing', { msSinceTyping: 100, isActivated: true, hasPointed: true }, true],
  ['a click', { isOverFrame: true }, true],
  ['a Tab', { msSinceTab: 50, msSinceTyping: 50 }, true],
  ['a Tab a minute ago', { msSinceTab: 60_000 }, false],
  ['a touch in the frame, which only activates the page', { isActivated: true }, true],
])('focus after %s is user-initiated: %s', (_, activity, expected) => {
  expect(isUserInitiated({ ...noActivity, ...activity })).toBe(expected)
})
