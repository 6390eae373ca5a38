import { ownerKey, type Owner } from '../security/principal.ts'

/** Limits how much of a shared resource one user takes at a time. Work above the limit waits in its order. */
export type FairShare = <T>(owner: Owner, work: () => Promise<T>) => Promise<T>

interface Share {
  running: number
  readonly queue: (() => void)[]
}

/** Creates a share of `max` pieces of work per user. Users with nothing to do take no memory. */
export function createFairShare(max: number): FairShare {
  const shares = new Map<string, Share>()
  return async (owner, work) => {
    const key = ownerKey(owner)
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { running: 0, queue: [] }))
    const { queue } = share
    if (share.running >= max) await new Promise<void>((start) => queue.push(start))
    else share.running++
    try {
      return await work()
    } finally {
      // The turn goes to the next piece of work, if there is one.
      const next = queue.shift()
      if (next) next()
      else if (--share.running === 0) shares.delete(key)
    }
  }
}
