import type { Runtime } from './runtime.ts'

/** How often somebody may speak, and how long it is put up with when they do not stop. */
export interface RateLimits {
  readonly messagesPerSecond: number
  /** How many messages may come at once after a pause. */
  readonly burst: number
  /** How many more messages may be refused than were let through before it counts as a flood. */
  readonly floodAfter: number
  readonly onflood: (() => void) | undefined
}

/** Whether one more message is let through, refused, or no longer worth an answer. */
export type Verdict = 'pass' | 'refuse' | 'ignore'

/** A token bucket that also notices when somebody keeps running into its bottom. */
export function createRate(runtime: Runtime, { messagesPerSecond, burst, floodAfter, onflood }: RateLimits): () => Verdict {
  let tokens = burst
  let last = runtime.now()
  let refused = 0
  return () => {
    const now = runtime.now()
    if (now > last) tokens = Math.min(burst, tokens + ((now - last) * messagesPerSecond) / 1000)
    last = now
    if (tokens >= 1) {
      tokens--
      if (refused > 0) refused--
      return 'pass'
    }
    refused++
    if (refused === floodAfter) onflood?.()
    return refused < floodAfter ? 'refuse' : 'ignore'
  }
}
