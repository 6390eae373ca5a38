import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'

/** The part of a runtime that a View uses. */
export type Clock = Pick<Runtime, 'after'>

// With a longer delay, `setTimeout` fires immediately.
const MAX_DELAY = 2 ** 31 - 1

interface Deadline {
  readonly at: number
  readonly callback: () => void
}

/** A clock with one timer for all deadlines: setting and clearing one for each request takes longer than the rest of the request. */
export function createDeadlines(): Clock {
  const deadlines = new Set<Deadline>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let firesAt = Infinity

  function setTimer(at: number): void {
    if (at >= firesAt) return
    firesAt = at
    clearTimeout(timer)
    timer = setTimeout(runDue, Math.min(at - performance.now(), MAX_DELAY))
  }

  function runDue(): void {
    firesAt = Infinity
    for (const deadline of deadlines) {
      if (deadline.at > performance.now()) setTimer(deadline.at)
      else {
        deadlines.delete(deadline)
        deadline.callback()
      }
    }
  }

  return {
    after(ms: number, callback: () => void): Unsubscribe {
      const deadline = { at: performance.now() + ms, callback }
      deadlines.add(deadline)
      setTimer(deadline.at)
      return () => deadlines.delete(deadline)
    },
  }
}
