import type { Usage, UsageInfo } from '../api.ts'
import type { Limits } from '../limits/limits.ts'
import { route, type Route } from '../router.ts'
import type { Owner } from '../security/principal.ts'
import type { Store } from '../store/store.ts'

const MEGABYTE = 1024 * 1024

/** The usage of a user and the limits of the gateway. */
export async function usageOf(owner: Owner, store: Store, { users, requests }: Limits): Promise<UsageInfo> {
  const { conversations, views, bytes } = await store.as(owner).readUsage()
  const { requestsInFlight, callsPerMinute } = requests?.used(owner) ?? { requestsInFlight: 0, callsPerMinute: 0 }
  return {
    conversations: usage(conversations, users?.conversations),
    views: usage(views, users?.views),
    bytes: usage(bytes, users && users.megabytes * MEGABYTE),
    requestsInFlight: usage(requestsInFlight, users?.requestsInFlight),
    callsPerMinute: usage(callsPerMinute, users?.callsPerMinute),
  }
}

const usage = (used: number, limit: number = Infinity): Usage => ({ used, limit: limit === Infinity ? null : limit })

/** The usage of the caller. */
export const usageRoutes = (store: Store, limits: Limits): Route[] => [
  route({
    method: 'GET',
    path: '/api/usage',
    access: 'member',
    handle: async ({ context, principal }) => context.json(await usageOf(principal, store, limits)),
  }),
]
