import type { AccessStore } from '../store/access-store.ts'
import { ownerKey, type Owner } from './principal.ts'

/** The users whose access was revoked, as cached by this node. */
export interface BlockList {
  has(owner: Owner): boolean | Promise<boolean>
  /** Reads the list again: access has changed. */
  refresh(): Promise<void>
}

/** Caches the list in memory, because every request checks it. Requests wait for the first read; later outages have no effect. */
export function createBlockList(access: Pick<AccessStore, 'listBlocked'>): BlockList {
  let blocked: ReadonlySet<string> | undefined
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    try {
      blocked = new Set((await access.listBlocked()).map(ownerKey))
    } finally {
      loading = undefined
    }
  }
  return {
    has(owner) {
      const key = ownerKey(owner)
      if (blocked) return blocked.has(key)
      return (loading ??= load()).then(() => blocked?.has(key) === true)
    },
    refresh: load,
  }
}
