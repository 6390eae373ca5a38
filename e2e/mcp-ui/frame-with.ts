import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The first frame in which an expression holds. */
export async function frameWith(page: Page, expression: string): Promise<Frame> {
  let found: Frame | undefined
  await expect
    .poll(async () => {
      for (const frame of page.frames().slice(1))
        if (await frame.evaluate(`Boolean(${expression})`).catch(() => false)) found = frame
      return found !== undefined
    })
    .toBe(true)
  return found as Frame
}
