import { expect, test } from 'vitest'
import { createToasts } from './toasts.ts'

test('a failure is taken back when what it was about has come right, and others stay', () => {
  const toasts = createToasts()
  const again = (): void => {}
  toasts.fail('Loading failed', new Error('gone'), again)
  toasts.fail('Not saved', new Error('full'))
  expect(toasts.shown.get()).toMatchObject([{ title: 'Loading failed', detail: 'gone', again }, { title: 'Not saved' }])
  toasts.takeBack('Loading failed')
  expect(toasts.shown.get()).toMatchObject([{ title: 'Not saved' }])
  const before = toasts.shown.get()
  toasts.takeBack('Loading failed')
  expect(toasts.shown.get(), 'nobody is told of nothing').toBe(before)
})
