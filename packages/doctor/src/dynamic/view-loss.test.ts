import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { whileAlive } from './view-loss.ts'

// Work that ends at once never asks the page.
const page = {} as Page
const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length

test('no timer is left that would keep the process alive once the work is done', async () => {
  const before = timers()
  await expect(whileAlive(page, Promise.resolve('there'))).resolves.toBe('there')
  await expect(whileAlive(page, Promise.reject(new Error('Target crashed')))).rejects.toThrow('its renderer process died')
  expect(timers()).toBe(before)
})
