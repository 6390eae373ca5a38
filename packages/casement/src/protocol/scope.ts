import type { Dispose } from './runtime.ts'

/** Collects disposers and runs them once, newest first. One failing disposer does not stop the rest. */
export class Scope {
  #disposers: Dispose[] = []
  #isClosed = false

  /** A disposer added after close() runs immediately, so late additions do not leak. */
  add(dispose: Dispose): void {
    if (this.#isClosed) dispose()
    else this.#disposers.push(dispose)
  }

  /** Adds an event listener and removes it on close(). */
  listen(target: EventTarget, type: string, listener: (event: never) => void, options?: AddEventListenerOptions): void {
    // The caller knows which kind of event this type has.
    const untyped = listener as (event: Event) => void
    target.addEventListener(type, untyped, options)
    this.add(() => target.removeEventListener(type, untyped, options))
  }

  /** Runs the disposers, and then throws an AggregateError if some of them failed. */
  close(): void {
    this.#isClosed = true
    const errors: unknown[] = []
    for (const dispose of this.#disposers.splice(0).reverse()) {
      try {
        dispose()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'One or more disposers failed')
  }
}
