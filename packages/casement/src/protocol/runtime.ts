/** Undoes one subscription or one effect. Calling it again does nothing. */
export type Unsubscribe = () => void

/** All that the protocol needs from the world. Tests hand in a clock they can wind; a worker can hand in its own. */
export interface Runtime {
  /** Runs something once, later. */
  after(ms: number, run: () => void): Unsubscribe
  /** Milliseconds that only ever grow. */
  now(): number
}

// Kept, because a page hands it out by a getter that takes twice as long as to look at it.
let watch: Performance | undefined

/** The real clock. */
export const platform: Runtime = {
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1)) // a longer one would be over at once
    return () => clearTimeout(timer)
  },
  now: () => (watch ??= performance).now(),
}
