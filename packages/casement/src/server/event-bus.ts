/** Something that changed and that open subscriptions want to hear of. */
export type ServerChange =
  | { readonly kind: 'tools_list_changed' | 'prompts_list_changed' | 'resources_list_changed' }
  | { readonly kind: 'resource_updated'; readonly uri: string }

/** Carries changes to every open subscription. The one in the process is the default; several processes need one between them. */
export interface ServerEventBus {
  publish(event: ServerChange): void
  /** Hears every change until undone. */
  subscribe(listener: (event: ServerChange) => void): () => void
}

/** A bus within one process. */
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
