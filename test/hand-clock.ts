import type { Runtime } from '../packages/casement/src/protocol/runtime.ts'

/** A clock that stands still until it is wound, and says how many timers are armed. */
export interface HandClock extends Runtime {
  /** Goes forward and runs what falls due, in order. */
  wind(ms: number): void
  /** How many timers wait. */
  armed(): number
}

/** Makes a clock that stands at zero. */
export function handClock(): HandClock {
  const timers = new Set<{ at: number; run: () => void }>()
  let now = 0
  return {
    now: () => now,
    armed: () => timers.size,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    wind(ms) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!due) break
        timers.delete(due)
        now = Math.max(now, due.at)
        due.run()
      }
      now = end
    },
  }
}
