import type { Runtime } from '../runtime.ts'

/** How often and how much somebody may speak, and how long it is put up with when they do not stop. */
export interface RateLimits {
  readonly messagesPerSecond: number
  /** How many messages may come at once after a pause. */
  readonly burst: number
  /** How much text may come in a second, and at once after a pause. */
  readonly bytesPerSecond: number
  /** How many more messages may be refused than were let through before it counts as a flood. */
  readonly floodAfter: number
  readonly onflood: (() => void) | undefined
}

/** Whether one more message is let through, refused, or no longer worth an answer. */
export type Verdict = 'pass' | 'refuse' | 'ignore'

// Who sends megabytes is stopped after fewer messages: a refused one counts once more for each so many bytes.
const PIECE = 65_536

/** Two token buckets, for messages and for their length, that also notice when somebody keeps running into the bottom of one. */
export function createRate(
  runtime: Runtime,
  { messagesPerSecond, burst, bytesPerSecond, floodAfter, onflood }: RateLimits,
): (length: number) => Verdict {
  let tokens = burst
  let bytes = bytesPerSecond
  let last = runtime.now()
  let refused = 0
  return (length) => {
    const now = runtime.now()
    if (now > last) {
      const seconds = (now - last) / 1000
      tokens = Math.min(burst, tokens + seconds * messagesPerSecond)
      bytes = Math.min(bytesPerSecond, bytes + seconds * bytesPerSecond)
    }
    last = now
    if (tokens >= 1 && bytes > 0) {
      tokens--
      bytes -= length
      if (refused > 0) refused--
      return 'pass'
    }
    const before = refused
    refused += (1 + length / PIECE) | 0
    if (before < floodAfter && refused >= floodAfter) onflood?.()
    return refused < floodAfter ? 'refuse' : 'ignore'
  }
}
