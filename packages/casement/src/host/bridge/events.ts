import type { AppBridgeEventMap } from './bridge-types.ts'

/** The name of an event of a bridge. */
export type BridgeEvent = keyof AppBridgeEventMap

type Hear<E extends BridgeEvent> = (params: AppBridgeEventMap[E]) => void

/** The listeners of a bridge. */
export interface BridgeEvents {
  add<E extends BridgeEvent>(event: E, listener: Hear<E>): void
  remove<E extends BridgeEvent>(event: E, listener: Hear<E>): void
  /** True when somebody hears it. */
  isHeard(event: BridgeEvent): boolean
  /** Tells the `on…` handler first, then the listeners that are there now, in their order. One that throws stops nobody. */
  tell<E extends BridgeEvent>(event: E, params: AppBridgeEventMap[E]): void
}

/** Keeps the listeners; `handler` looks up the `on…` handler of an event. */
export function bridgeEvents(
  handler: (event: BridgeEvent) => ((params: never) => void) | undefined,
  fail: (error: unknown) => void,
): BridgeEvents {
  const listeners = new Map<BridgeEvent, Set<(params: never) => void>>()
  const of = (event: BridgeEvent): Set<(params: never) => void> => {
    const there = listeners.get(event) ?? new Set()
    listeners.set(event, there)
    return there
  }
  return {
    add: (event, listener) => void of(event).add(listener),
    remove: (event, listener) => void of(event).delete(listener),
    isHeard: (event) => !!handler(event) || of(event).size > 0,
    tell(event, params) {
      for (const hear of [handler(event), ...of(event)]) {
        try {
          hear?.(params as never)
        } catch (error) {
          fail(error)
        }
      }
    },
  }
}
