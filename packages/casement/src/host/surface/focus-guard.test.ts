import { expect, test } from 'vitest'
import { isByUser, type PageActivity, type ViewActivity } from './focus-guard.ts'

const idle: PageActivity = { msSinceTyping: Infinity, msSinceLeft: Infinity, isInViewport: true }
const none: ViewActivity = { isActive: false, isPressed: false, wasPressed: false }
const active: ViewActivity = { isActive: true, isPressed: false, wasPressed: false }
const pressed: ViewActivity = { isActive: true, isPressed: true, wasPressed: true }

test.each<[string, ViewActivity, Partial<PageActivity>, boolean]>([
  ['nothing in the View', none, {}, false],
  ['a press in a frame of the View', active, {}, true],
  ['a press in a View that is out of sight', active, { isInViewport: false }, false],
  ['a key that reached the View while the user typed into the page', active, { msSinceTyping: 100 }, false],
  ['a press in the View, after which the user went to the page', active, { msSinceLeft: 2000 }, false],
  ['a press in the View while typing', pressed, { msSinceTyping: 100, msSinceLeft: 200 }, true],
])('focus after %s is by the user: %s', (_, view, page, expected) => {
  expect(isByUser(view, { ...idle, ...page })).toBe(expected)
})
