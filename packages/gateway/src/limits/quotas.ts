import { CasementError } from 'casement/protocol'
import { ownerKey, type Owner } from '../security/principal.ts'
import type { StoredUsage } from '../store/usage.ts'
import type { UserLimits } from './user-limits.ts'

/** The maximum growth of the user's data by a write. */
export type Growth = Partial<StoredUsage>

/** Limits what each user stores. */
export interface Quotas {
  /** Throws `OVER_BUDGET` if a write would exceed the quota. */
  reserve(owner: Owner, growth: Growth, count: () => Promise<StoredUsage>): Promise<void>
  /** The user has deleted something: the next write counts again. */
  forget(owner: Owner): void
}

/** The node's usage data: the last count and the admissions since then. */
interface Estimate {
  used: StoredUsage
  bytesSince: number
  at: number
  /** The time of the count that confirmed the exceeded quota. */
  refusedAt: number
}

const MEGABYTE = 1024 * 1024
const MAX_AGE = 10_000
// Other nodes write as well: what all have let in since the last count is a fraction of the limit.
const MAX_SHARE = 1 / 16
// Repeated attempts after a refusal do not count the rows again.
const REFUSAL_INTERVAL = 1000
const MAX_USERS = 10_000

const add = (one: StoredUsage, other: Growth): StoredUsage => ({
  conversations: one.conversations + (other.conversations ?? 0),
  views: one.views + (other.views ?? 0),
  bytes: one.bytes + (other.bytes ?? 0),
})

const over = (what: string, advice: string): string =>
  `This gateway stores at most ${what} per user, and you have reached this limit. ${advice}`

/**
 * Creates the quotas. Counting all rows at every write would cost more than the write, so a node adds up what it lets in, and counts
 * again after some seconds, after a sixteenth of the limit, and before it refuses.
 */
export function createQuotas({ conversations, views, megabytes }: UserLimits, now: () => number = Date.now): Quotas {
  const maxBytes = megabytes * MEGABYTE
  const estimates = new Map<string, Estimate>()
  const messageFor = (used: StoredUsage, growth: Growth): string | undefined => {
    const after = add(used, growth)
    if (growth.conversations && after.conversations > conversations)
      return over(`${conversations} conversations`, 'Delete conversations that you no longer need.')
    if (growth.views && after.views > views) return over(`${views} Views`, 'Delete conversations whose Views you no longer need.')
    if (growth.bytes && after.bytes > maxBytes) return over(`${megabytes} MB`, 'Delete conversations that you no longer need.')
    return undefined
  }
  return {
    async reserve(owner, growth, count) {
      const key = ownerKey(owner)
      let estimate = estimates.get(key)
      const recount = async (): Promise<Estimate> => {
        const counted = { used: await count(), bytesSince: 0, at: now(), refusedAt: 0 }
        if (estimates.size >= MAX_USERS) estimates.clear()
        estimates.set(key, counted)
        return counted
      }
      const isOld = (each: Estimate): boolean => now() - each.at > MAX_AGE || each.bytesSince > maxBytes * MAX_SHARE
      if (!estimate || isOld(estimate)) estimate = await recount()
      let message = messageFor(estimate.used, growth)
      if (message !== undefined && now() - estimate.refusedAt > REFUSAL_INTERVAL) {
        estimate = await recount()
        message = messageFor(estimate.used, growth)
      }
      if (message !== undefined) {
        estimate.refusedAt = now()
        throw new CasementError('OVER_BUDGET', message)
      }
      estimate.used = add(estimate.used, growth)
      estimate.bytesSince += growth.bytes ?? 0
    },
    forget: (owner) => void estimates.delete(ownerKey(owner)),
  }
}
