/** Releases a resource or cancels something scheduled. Further calls do nothing. */
export type Dispose = () => void

/** Removes a listener. Further calls do nothing. */
export type Unsubscribe = Dispose

/** The platform functions that the protocol depends on. Tests pass a manual clock; a worker can pass its own. */
export interface Runtime {
  /** Runs a callback once, after this many milliseconds. */
  after(ms: number, callback: () => void): Dispose
  /** A monotonic clock, in milliseconds. */
  now(): number
}

const MAX_TIMEOUT = 2 ** 31 - 1 // a longer one would fire immediately

// Cached, because the page's `performance` getter takes twice as long as reading a variable.
let clock: Performance | undefined

/** The browser's or Node's own clock. */
export const platform: Runtime = {
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(ms, MAX_TIMEOUT))
    return () => clearTimeout(timer)
  },
  now: () => (clock ??= performance).now(),
}
