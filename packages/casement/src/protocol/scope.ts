import type { Unsubscribe } from './runtime.ts'

/** Collects undos and runs them once, newest first. One failing undo does not stop the rest. */
export class Scope {
  #undos: Unsubscribe[] = []
  #closed = false

  /** Too late is still cleaned up: an undo added after close runs at once. */
  add(undo: Unsubscribe): void {
    if (this.#closed) undo()
    else this.#undos.push(undo)
  }

  /** Adds an event listener that leaves with the scope. */
  listen(target: EventTarget, type: string, hear: (event: never) => void, options?: AddEventListenerOptions): void {
    const listener = hear as (event: Event) => void
    target.addEventListener(type, listener, options)
    this.add(() => target.removeEventListener(type, listener, options))
  }

  /** Runs what was collected. Throws an AggregateError at the end when some of it failed. */
  close(): void {
    this.#closed = true
    const errors: unknown[] = []
    for (const undo of this.#undos.splice(0).reverse()) {
      try {
        undo()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some of the clean-up failed')
  }
}
