type Listener = (params: never) => void

/** Dispatches events to one handler and any number of listeners. */
export class EventDispatcher<EventMap extends Record<string, unknown>> {
  readonly #handlers = new Map<keyof EventMap, Listener>()
  readonly #listeners = new Map<keyof EventMap, Set<Listener>>()

  /** Replaces the handler of an event; undefined removes it. */
  setHandler<K extends keyof EventMap>(event: K, handler: ((params: EventMap[K]) => void) | undefined): void {
    if (handler) this.#handlers.set(event, handler)
    else this.#handlers.delete(event)
  }

  getHandler<K extends keyof EventMap>(event: K): ((params: EventMap[K]) => void) | undefined {
    return this.#handlers.get(event) as ((params: EventMap[K]) => void) | undefined
  }

  addEventListener<K extends keyof EventMap>(event: K, handler: (params: EventMap[K]) => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(handler))
  }

  removeEventListener<K extends keyof EventMap>(event: K, handler: (params: EventMap[K]) => void): void {
    this.#listeners.get(event)?.delete(handler)
  }

  /** Calls the handler, then the listeners in the order in which they were added. */
  dispatch<K extends keyof EventMap>(event: K, params: EventMap[K]): void {
    this.getHandler(event)?.(params)
    // A copy, because a listener may remove another one.
    for (const listener of Array.from(this.#listeners.get(event) ?? [])) (listener as (params: EventMap[K]) => void)(params)
  }
}
