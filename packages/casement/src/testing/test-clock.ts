import type { Runtime } from '../protocol/runtime.ts'

/** A clock that stands still until a test advances it. */
export interface TestClock extends Runtime {
  /** Goes forward and runs what falls due, in order. */
  advance(ms: number): void
  /** How many timers wait. */
  waiting(): number
}

/** Makes a clock that stands at zero. Hand it in wherever a `runtime` is taken. */
export function testClock(): TestClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  let now = 0
  return {
    now: () => now,
    waiting: () => timers.size,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
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
