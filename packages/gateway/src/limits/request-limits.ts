import { ownerKey, type Owner } from '../security/principal.ts'
import { refuse } from '../security/refusal.ts'
import type { UserLimits } from './user-limits.ts'

/** Limits the requests of each user on this node. */
export interface RequestLimits {
  /** Takes a place among the requests in flight, and for a call one from the calls of the minute; or refuses. */
  enter(owner: Owner, kind: RequestKind): Admission | Response
  /** Takes `count` from the audit events of the minute, or refuses. */
  noteEvents(owner: Owner, count: number): Response | undefined
  /** The current usage of a user. */
  used(owner: Owner): RequestUsage
}

/** Whether a request counts as a call of an MCP server. */
export type RequestKind = 'request' | 'call'

/** A request that was let in. */
export interface Admission {
  /** For the response to a call: how many are left. */
  readonly headers: Readonly<Record<string, string>>
  /** Gives the place among the requests in flight back: the request opens a stream that only listens. Refuses when the user has too many. */
  listen(): Response | undefined
  /** The response is complete. */
  leave(): void
}

/** The usage of a user on a node. */
export interface RequestUsage {
  readonly requestsInFlight: number
  readonly callsPerMinute: number
}

interface ConnectionStatus {
  inFlight: number
  streams: number
  readonly calls: Bucket
  readonly events: Bucket
}

interface Bucket {
  tokens: number
  at: number
}

const MINUTE = 60_000
// A page reports what its gate decided: about one event for each call, and some without one.
const EVENTS_PER_CALL = 4
const MAX_IDLE = 1000
// A page listens to the gateway and to each of its servers.
const MAX_STREAMS = 128

/**
 * Creates the limits. A user may spend the calls of a minute at once; they come back evenly. The counters are in memory: a user of two
 * nodes has twice as many.
 */
export function createRequestLimits(limits: UserLimits, now: () => number = Date.now): RequestLimits {
  const users = new Map<string, ConnectionStatus>()
  const maxEvents = limits.callsPerMinute * EVENTS_PER_CALL
  const standingOf = (owner: Owner): ConnectionStatus => {
    const key = ownerKey(owner)
    const found = users.get(key)
    if (found) return found
    if (users.size >= MAX_IDLE) forgetIdle(users, now())
    const full = (tokens: number): Bucket => ({ tokens, at: now() })
    const created = { inFlight: 0, streams: 0, calls: full(limits.callsPerMinute), events: full(maxEvents) }
    users.set(key, created)
    return created
  }
  return {
    enter(owner, kind) {
      const user = standingOf(owner)
      if (user.inFlight >= limits.requestsInFlight) return tooManyInFlight(limits.requestsInFlight)
      const headers = kind === 'call' ? spend(user.calls, limits.callsPerMinute, 1, now()) : {}
      if (headers instanceof Response) return headers
      let place: 'inFlight' | 'streams' | undefined
      const take = (next: typeof place): void => {
        if (place) user[place]--
        if (next) user[next]++
        place = next
      }
      take('inFlight')
      return {
        headers,
        listen() {
          if (user.streams >= MAX_STREAMS) return tooManyStreams()
          take('streams')
          return undefined
        },
        leave: () => take(undefined),
      }
    },
    noteEvents(owner, count) {
      const spent = spend(standingOf(owner).events, maxEvents, count, now(), 'audit events')
      return spent instanceof Response ? spent : undefined
    },
    used(owner) {
      const { inFlight, calls } = standingOf(owner)
      refill(calls, limits.callsPerMinute, now())
      return { requestsInFlight: inFlight, callsPerMinute: Math.ceil(limits.callsPerMinute - calls.tokens) }
    },
  }
}

/** A user without requests for a minute has a full bucket again, as a new one has. */
function forgetIdle(users: Map<string, ConnectionStatus>, now: number): void {
  for (const [key, { inFlight, streams, calls, events }] of users)
    if (inFlight + streams === 0 && now - calls.at > MINUTE && now - events.at > MINUTE) users.delete(key)
}

function refill(bucket: Bucket, limit: number, now: number): void {
  // A clock that was set back must not take anything away.
  const elapsed = Math.max(0, now - bucket.at)
  bucket.tokens = Math.min(limit, bucket.tokens + (limit * elapsed) / MINUTE)
  bucket.at = now
}

function spend(bucket: Bucket, limit: number, count: number, now: number, what = 'calls'): Record<string, string> | Response {
  if (limit === Infinity) return {}
  refill(bucket, limit, now)
  if (bucket.tokens >= count) {
    bucket.tokens -= count
    return rateHeaders(bucket, limit)
  }
  const seconds = Math.max(1, Math.ceil(((Math.min(count, limit) - bucket.tokens) / limit) * 60))
  return refuse(429, 'TOO_MANY_REQUESTS', `You have made ${limit} ${what} in one minute, the limit of this gateway per user.`, {
    fix: `Try again in ${seconds} s.`,
    'Retry-After': String(seconds),
    ...rateHeaders(bucket, limit),
  })
}

/** Both forms in use: that of the IETF draft (httpapi-ratelimit-headers), and the older one of many APIs. */
function rateHeaders({ tokens }: Bucket, limit: number): Record<string, string> {
  const remaining = Math.floor(tokens)
  const reset = Math.ceil(((limit - tokens) / limit) * 60)
  return {
    'RateLimit-Policy': `"calls";q=${limit};w=60`,
    RateLimit: `"calls";r=${remaining};t=${reset}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  }
}

const tooManyStreams = (): Response =>
  refuse(429, 'TOO_MANY_REQUESTS', `You have ${MAX_STREAMS} open streams, the limit of this gateway per user.`, {
    fix: 'Close some pages.',
    'Retry-After': '10',
  })

const tooManyInFlight = (limit: number): Response =>
  refuse(429, 'TOO_MANY_REQUESTS', `You have ${limit} requests in flight, the limit of this gateway per user.`, {
    fix: 'Wait for some of them.',
    'Retry-After': '1',
    'RateLimit-Policy': `"in-flight";q=${limit};qu="concurrent-requests"`,
    RateLimit: '"in-flight";r=0;t=1',
  })
