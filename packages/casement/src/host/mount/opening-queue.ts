import type { Dispose, Runtime } from '../../protocol/runtime.ts'

// As many as may be live by default: the limit of live Views can then freeze the first ones before the last ones take memory.
const MAX_OPENING = 20
// A View that takes longer leaves the queue, so that Views that never connect do not block the others.
const MAX_HOLD_MS = 1000

/** Limits how many Views of a page are opened at the same time. The others are queued in their order. */
export class OpeningQueue {
  readonly #queue: (() => void)[] = []
  #opening = 0

  /** Resolves when the View may open. Call the result when it is open or has failed. */
  async enter(runtime: Runtime, signal: AbortSignal): Promise<Dispose> {
    if (this.#opening >= MAX_OPENING) await this.#waitForTurn(signal)
    this.#opening++
    let isHeld = true
    const leave = (): void => {
      if (!isHeld) return
      isHeld = false
      cancelTimer()
      this.#opening--
      this.#queue.shift()?.()
    }
    const cancelTimer = runtime.after(MAX_HOLD_MS, leave)
    return leave
  }

  #waitForTurn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const index = this.#queue.indexOf(next)
        if (index >= 0) this.#queue.splice(index, 1)
        reject(signal.reason as Error)
      }
      const next = (): void => {
        signal.removeEventListener('abort', abort)
        resolve()
      }
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort)
      this.#queue.push(next)
    })
  }
}
