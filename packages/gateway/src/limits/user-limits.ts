import { CasementError } from 'casement/protocol'

/** The limits of one user. */
export interface UserLimits {
  /** Requests to one node whose response is not complete. Streams that only listen are not counted. */
  readonly requestsInFlight: number
  /** Requests to MCP servers in a minute, on one node. */
  readonly callsPerMinute: number
  /** Conversations that are stored. */
  readonly conversations: number
  /** Views that are stored: those of tool calls in conversations, and those with state. */
  readonly views: number
  /** Megabytes of entries, View state, model context, cached resources and saved calls. */
  readonly megabytes: number
}

/** The limits of a gateway with several users. A local gateway has none. */
export const USER_LIMITS: UserLimits = {
  requestsInFlight: 64,
  callsPerMinute: 1200,
  conversations: 10_000,
  views: 20_000,
  megabytes: 1024,
}

/** Completes the limits of the configuration; undefined where nothing is limited. `Infinity` lifts a limit. */
export function readUserLimits(given: Partial<UserLimits> | undefined, isOwnMachine: boolean): UserLimits | undefined {
  if (isOwnMachine && given === undefined) return undefined
  const defined = Object.entries(given ?? {}).filter(([, value]) => value !== undefined)
  for (const [name, value] of defined)
    if (!(typeof value === 'number' && value >= 1))
      throw new CasementError(
        'INVALID_ARGUMENT',
        `createGateway: userLimits.${name} is ${value}; it must be at least 1, or Infinity.`,
      )
  return { ...USER_LIMITS, ...Object.fromEntries(defined) }
}
