import type { Runtime } from '../protocol/runtime.ts'

/** A clock that advances only when a test calls `advance`. */
export interface TestClock extends Runtime {
  /** Goes forward and runs what falls due, in order. */
  advance(ms: number): void
  /** The number of pending timers. */
  waiting(): number
}

/** Creates a clock that starts at zero. Pass it as `runtime`. */
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
