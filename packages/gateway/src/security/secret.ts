import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for one run. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** Compares two strings in constant time. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
