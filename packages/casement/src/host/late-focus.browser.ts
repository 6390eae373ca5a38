import { afterEach, expect, test } from 'vitest'
import { guardFocusLater } from './late-focus.ts'

afterEach(() => document.body.replaceChildren())

test('what a frame has taken before the guard came it does not keep, and who asks too early waits for the answer', async () => {
  const failures: Error[] = []
  const field = document.createElement('input')
  const frame = document.createElement('iframe')
  document.body.append(field, frame)
  field.focus()
  const rights = { isOpen: () => false, isShown: () => true, insists: () => {} }
  const guard = guardFocusLater(frame, rights, (error) => failures.push(error))
  frame.focus()
  expect(document.activeElement).toBe(frame)
  const early = guard.hasUser()
  expect(early).toBeInstanceOf(Promise)
  await expect.poll(() => document.activeElement).toBe(field)
  expect(await early).toBe(guard.hasUser())
  guard.stop()
  expect(failures).toEqual([])
})
