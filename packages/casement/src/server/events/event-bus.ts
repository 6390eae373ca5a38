/** A change that subscribed clients are notified of. */
export type ServerChange =
  | { readonly kind: 'tools_list_changed' | 'prompts_list_changed' | 'resources_list_changed' }
  | { readonly kind: 'resource_updated'; readonly uri: string }

/** Distributes changes to all subscriptions. The default works within one process; several processes need a shared one. */
export interface ServerEventBus {
  publish(event: ServerChange): void
  /** Calls the listener on every change. Returns the function to unsubscribe. */
  subscribe(listener: (event: ServerChange) => void): () => void
}

/** Creates an event bus for one process. */
export function memoryEventBus(): ServerEventBus {
  const listeners = new Set<(event: ServerChange) => void>()
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
