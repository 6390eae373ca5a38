import type { McpClientLike } from './client.ts'

/** The resources one View wants to hear about. Views share a client, so the server is told when the last of them stops. */
export interface Subscriptions {
  has(uri: string): boolean
  add(uri: string): void
  /** True when no other View wants it either, and the server is to be told. */
  remove(uri: string): boolean
  /** Stops all that is left. */
  close(): void
}

const counts = new WeakMap<object, Map<string, number>>()

/** Counts subscriptions per client. */
export function subscriptions(client: McpClientLike): Subscriptions {
  const shared = counts.get(client) ?? new Map<string, number>()
  counts.set(client, shared)
  const mine = new Set<string>()
  const remove = (uri: string): boolean => {
    if (!mine.delete(uri)) return false
    const left = (shared.get(uri) ?? 1) - 1
    if (left > 0) shared.set(uri, left)
    else shared.delete(uri)
    return left === 0
  }
  return {
    has: (uri) => mine.has(uri),
    add(uri) {
      if (mine.has(uri)) return
      mine.add(uri)
      shared.set(uri, (shared.get(uri) ?? 0) + 1)
    },
    remove,
    close() {
      // Nobody waits for the answer, and a server that is gone needs none.
      for (const uri of mine) if (remove(uri)) client.unsubscribeResource?.({ uri }).catch(() => {})
    },
  }
}
