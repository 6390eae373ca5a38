import type { AppBridgeEventMap, BridgeCallbacks, BridgeEvent } from './options.ts'

type Listener<E extends BridgeEvent> = (params: AppBridgeEventMap[E]) => void

/** The event listeners of a bridge. */
export class BridgeEvents {
  readonly #callbacks: BridgeCallbacks
  readonly #onerror: (error: unknown) => void
  readonly #listeners: { [E in BridgeEvent]?: Set<Listener<E>> } = {}

  constructor(callbacks: BridgeCallbacks, onerror: (error: unknown) => void) {
    this.#callbacks = callbacks
    this.#onerror = onerror
  }

  add<E extends BridgeEvent>(event: E, listener: Listener<E>): void {
    this.#listenersOf(event).add(listener)
  }

  remove<E extends BridgeEvent>(event: E, listener: Listener<E>): void {
    this.#listenersOf(event).delete(listener)
  }

  hasListeners(event: BridgeEvent): boolean {
    return this.#callbacks[`on${event}`] !== undefined || this.#listenersOf(event).size > 0
  }

  /** Calls the `on…` handler first, then the listeners in the order they were added. One that throws does not stop the rest. */
  emit<E extends BridgeEvent>(event: E, params: AppBridgeEventMap[E]): void {
    const handler = this.#callbacks[`on${event}`] as Listener<E> | undefined
    for (const listener of [handler, ...this.#listenersOf(event)]) {
      try {
        listener?.(params)
      } catch (error) {
        this.#onerror(error)
      }
    }
  }

  #listenersOf<E extends BridgeEvent>(event: E): Set<Listener<E>> {
    const listeners: { [K in E]?: Set<Listener<K>> } = this.#listeners
    return (listeners[event] ??= new Set())
  }
}
