import type { Runtime } from '../runtime.ts'

/** The limits of one sender. */
export interface RateLimits {
  readonly messagesPerSecond: number
  /** Messages that may arrive at once after a pause. */
  readonly burst: number
  /** Characters of text per second, and at once after a pause. */
  readonly bytesPerSecond: number
  /** The number by which refused messages must exceed accepted ones to count as a flood. */
  readonly floodAfter: number
  readonly onflood: (() => void) | undefined
}

/** `pass` accepts a message, `refuse` responds with an error, `ignore` drops it without a response. */
export type Verdict = 'pass' | 'refuse' | 'ignore'

// A refused message counts once more for each of these, so that a sender of megabytes is stopped after fewer messages.
const REFUSED_BYTES_PER_COUNT = 65_536

/** Two token buckets, one for messages and one for their length, with flood detection. */
export function createRateLimiter(
  runtime: Runtime,
  { messagesPerSecond, burst, bytesPerSecond, floodAfter, onflood }: RateLimits,
): (length: number) => Verdict {
  let messages = burst
  let bytes = bytesPerSecond
  let refilledAt = runtime.now()
  let refused = 0

  const refill = (): void => {
    const now = runtime.now()
    if (now > refilledAt) {
      const seconds = (now - refilledAt) / 1000
      messages = Math.min(burst, messages + seconds * messagesPerSecond)
      bytes = Math.min(bytesPerSecond, bytes + seconds * bytesPerSecond)
    }
    refilledAt = now
  }

  return (length) => {
    refill()
    if (messages >= 1 && bytes > 0) {
      messages--
      bytes -= length
      if (refused > 0) refused--
      return 'pass'
    }
    const refusedBefore = refused
    refused += 1 + Math.floor(length / REFUSED_BYTES_PER_COUNT)
    if (refusedBefore < floodAfter && refused >= floodAfter) onflood?.()
    return refused < floodAfter ? 'refuse' : 'ignore'
  }
}
