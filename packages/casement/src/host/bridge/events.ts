import { findMethod } from '../../protocol/method-table.ts'
import { viewToHost } from '../../protocol/methods.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { AppBridgeEventMap, BridgeCallbacks, BridgeEvent } from './options.ts'

type Listener<E extends BridgeEvent> = (params: AppBridgeEventMap[E]) => void

type NotificationListener = (params: unknown) => void

/** The event listeners of a bridge, and the listeners for notifications that raise no event. */
export class BridgeEvents {
  readonly #callbacks: BridgeCallbacks
  readonly #onerror: (error: unknown) => void
  readonly #listeners: { [E in BridgeEvent]?: Set<Listener<E>> } = {}
  readonly #byMethod = new Map<string, Set<NotificationListener>>()

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

  /** Adds a listener by the method of its notification. Where that raises an event, it is a listener of the event. */
  addByMethod(method: string, listener: NotificationListener): Unsubscribe {
    const entry = findMethod(viewToHost, method)
    const event = entry && 'event' in entry ? (entry.event as BridgeEvent | undefined) : undefined // the map's names come from the table
    if (event) {
      this.add(event, listener)
      return () => this.remove(event, listener)
    }
    const listeners = this.#byMethod.get(method) ?? new Set()
    this.#byMethod.set(method, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Calls the listeners that were added by this method. False if there are none. */
  emitByMethod(method: string, params: unknown): boolean {
    const listeners = this.#byMethod.get(method)
    for (const listener of listeners ?? []) this.#call(listener, params)
    return listeners !== undefined && listeners.size > 0
  }

  /** Calls the `on…` handler first, then the listeners in the order they were added. One that throws does not stop the rest. */
  emit<E extends BridgeEvent>(event: E, params: AppBridgeEventMap[E]): void {
    const handler = this.#callbacks[`on${event}`] as Listener<E> | undefined
    for (const listener of [handler, ...this.#listenersOf(event)]) if (listener) this.#call(listener, params)
  }

  #call<P>(listener: (params: P) => void, params: P): void {
    try {
      listener(params)
    } catch (error) {
      this.#onerror(error)
    }
  }

  #listenersOf<E extends BridgeEvent>(event: E): Set<Listener<E>> {
    const listeners: { [K in E]?: Set<Listener<K>> } = this.#listeners
    return (listeners[event] ??= new Set())
  }
}
