import { SNAPSHOT_KEYS, type AppEvent } from './app-events.ts'
import type { ViewSnapshot } from '../connection/snapshot.ts'

/** A handler of any event. Which params it takes is up to the class that registers it. */
export type AnyHandler = (params: unknown) => void

/** What the events of an App depend on. */
export interface LatchedEventsContext {
  getSnapshot(): ViewSnapshot
  /** Calls a handler with the params of its event. */
  call(handler: AnyHandler, params: unknown, event: AppEvent): void
  /** Receives what a handler throws. */
  onError(error: unknown): void
}

/**
 * The event handlers and listeners of an App. The handler is called first, then the listeners in the order in which they were
 * added; one that throws does not affect the others.
 *
 * Events are latched: one that is registered after its event is called with the latest params, in a microtask.
 */
export class LatchedEvents {
  readonly #context: LatchedEventsContext
  readonly #handlers = new Map<AppEvent, AnyHandler>()
  readonly #listeners = new Map<AppEvent, Set<AnyHandler>>()

  constructor(context: LatchedEventsContext) {
    this.#context = context
  }

  getHandler(event: AppEvent): AnyHandler | undefined {
    return this.#handlers.get(event)
  }

  /** Replaces the handler of an event. */
  setHandler(event: AppEvent, handler: AnyHandler | undefined): void {
    if (handler === this.#handlers.get(event)) return
    if (!handler) return void this.#handlers.delete(event)
    this.#handlers.set(event, handler)
    this.#replay(event, handler)
  }

  addListener(event: AppEvent, listener: AnyHandler): void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    this.#replay(event, listener)
  }

  removeListener(event: AppEvent, listener: AnyHandler): void {
    this.#listeners.get(event)?.delete(listener)
  }

  /** Calls everything that is registered for an event. */
  dispatch(event: AppEvent, params: unknown): void {
    for (const handler of this.#registered(event)) this.#call(handler, params, event)
  }

  /** Calls everything that is registered with the latest params of its event. */
  dispatchLatest(): void {
    for (const event of Object.keys(SNAPSHOT_KEYS) as AppEvent[]) {
      const latest = this.#latest(event)
      if (latest) this.dispatch(event, latest)
    }
  }

  #replay(event: AppEvent, handler: AnyHandler): void {
    const latest = this.#latest(event)
    if (!latest) return
    queueMicrotask(() => {
      // By now it may have been removed, or called with newer params.
      if (latest === this.#latest(event) && this.#registered(event).includes(handler)) this.#call(handler, latest, event)
    })
  }

  #registered(event: AppEvent): AnyHandler[] {
    const handler = this.#handlers.get(event)
    return [...(handler ? [handler] : []), ...(this.#listeners.get(event) ?? [])]
  }

  #latest(event: AppEvent): unknown {
    return this.#context.getSnapshot()[SNAPSHOT_KEYS[event]]
  }

  #call(handler: AnyHandler, params: unknown, event: AppEvent): void {
    try {
      this.#context.call(handler, params, event)
    } catch (error) {
      this.#context.onError(error)
    }
  }
}
