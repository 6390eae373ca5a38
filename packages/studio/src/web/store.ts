import { useSyncExternalStore } from 'react'

/** A value with subscribers. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T | ((before: T) => T)) => void
  readonly subscribe: (changed: () => void) => () => void
}

/** Makes a store. Setting the same value again notifies no listener. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const made = typeof next === 'function' ? (next as (before: T) => T)(value) : next
      if (Object.is(made, value)) return
      value = made
      for (const listener of listeners) listener()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

/** A store's value in a component. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
