import { page } from 'vitest/browser'

/**
 * Gives the page of the test room for a View. Vitest shrinks a page that is larger than the window around it, and a click at a View
 * inside of a shrunken page goes astray.
 */
export async function fitViewport(width: number): Promise<void> {
  const around = parent
  const wanted = [Math.min(Math.max(innerWidth, width), around.innerWidth), Math.min(innerHeight, around.innerHeight)] as const
  if (wanted[0] !== innerWidth || wanted[1] !== innerHeight) await page.viewport(...wanted)
}
