import { testClock, type TestClock } from '../packages/casement/src/testing/test-clock.ts'

/** A clock that stands still until it is wound, and says how many timers are armed. */
export interface HandClock extends TestClock {
  /** Goes forward and runs what falls due, in order. */
  wind(ms: number): void
  /** How many timers wait. */
  armed(): number
}

/** Makes a clock that stands at zero. */
export function handClock(): HandClock {
  const clock = testClock()
  return { ...clock, wind: (ms) => clock.advance(ms), armed: () => clock.waiting() }
}
