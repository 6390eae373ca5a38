import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'

/** The part of a runtime that a View uses. */
export type Clock = Pick<Runtime, 'after'>

// With a longer delay, `setTimeout` fires immediately.
const MAX_DELAY = 2 ** 31 - 1

interface Deadline {
  readonly at: number
  readonly callback: () => void
}

/** All deadlines of a View, with one timer: setting and clearing one for each request takes longer than the rest of the request. */
export class Deadlines implements Clock {
  readonly #deadlines = new Set<Deadline>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #timerFiresAt = Infinity

  /** Calls back once, unless cancelled before. */
  after(ms: number, callback: () => void): Unsubscribe {
    const deadline: Deadline = { at: performance.now() + ms, callback }
    this.#deadlines.add(deadline)
    this.#setTimer(deadline.at)
    return () => this.#deadlines.delete(deadline)
  }

  #setTimer(at: number): void {
    if (at >= this.#timerFiresAt) return
    this.#timerFiresAt = at
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#runDue(), Math.min(at - performance.now(), MAX_DELAY))
  }

  #runDue(): void {
    this.#timerFiresAt = Infinity
    for (const deadline of this.#deadlines) {
      if (deadline.at > performance.now()) this.#setTimer(deadline.at)
      else {
        this.#deadlines.delete(deadline)
        deadline.callback()
      }
    }
  }
}
