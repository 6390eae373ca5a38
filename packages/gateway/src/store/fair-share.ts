import { ownerKey, type Owner } from '../security/principal.ts'

/** Limits how much of a shared resource one user takes at a time. Work above the limit is queued. */
export type FairShare = <T>(owner: Owner, work: () => Promise<T>) => Promise<T>

/** How many pieces of work of a user run at a time. */
interface ShareLimits {
  /** While no one else has work. */
  readonly alone: number
  /** While others have. */
  readonly beside: number
  readonly now?: () => number
}

interface Share {
  running: number
  readonly queue: (() => void)[]
}

// Between two requests of a page, its user has no work. The next one must not find everything taken.
const PRESENCE = 1000

/** Creates a share. Users with nothing to do take no memory. */
export function createFairShare({ alone, beside, now = Date.now }: ShareLimits): FairShare {
  const shares = new Map<string, Share>()
  const hasOthers = createPresence(now)
  return async (owner, work) => {
    const key = ownerKey(owner)
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { running: 0, queue: [] }))
    const own = share
    const { queue } = own
    const max = hasOthers(key) ? beside : alone
    if (queue.length > 0 || own.running >= max) await new Promise<void>((start) => queue.push(start))
    else own.running++
    try {
      return await work()
    } finally {
      own.running--
      const room = hasOthers(key, false) ? beside : alone
      for (let next; own.running < room && (next = queue.shift()); own.running++) next()
      if (own.running === 0) shares.delete(key)
    }
  }
}

/** Whether other users had work lately. Two memories are enough: of the user who came last, and of the last one before who is another. */
function createPresence(now: () => number): (key: string, isArrival?: boolean) => boolean {
  let last = { key: '', at: -Infinity }
  let other = last
  return (key, isArrival = true) => {
    const at = now()
    if (isArrival) {
      if (last.key !== key) other = last
      last = { key, at }
    }
    return at - (last.key === key ? other.at : last.at) < PRESENCE
  }
}
