import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until transitions have ended and content has loaded: colours in between are not part of the design. */
export async function settled(page: Page): Promise<void> {
  const moving = (): number => {
    const isOnce = ({ effect }: Animation): boolean => effect?.getTiming().iterations === 1
    // The first style of something that opens is set before there is an animation.
    const begun = document.querySelectorAll('[data-starting-style], [data-ending-style], .skeleton')
    return document.getAnimations().filter(isOnce).length + begun.length
  }
  await expect.poll(() => page.evaluate(moving)).toBe(0)
}
