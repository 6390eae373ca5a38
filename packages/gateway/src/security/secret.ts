import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for one run. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** Whether two texts are equal, in a time that says nothing about where they differ. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
