import { createRequestLimits, type RequestLimits } from './request-limits.ts'
import { readUserLimits, type UserLimits } from './user-limits.ts'

/** The limits of each user of a gateway. */
export interface Limits {
  /** Undefined if there is no limit. */
  readonly users: UserLimits | undefined
  readonly requests: RequestLimits | undefined
}

/** Opens the limits that the configuration names. */
export function openLimits(given: Partial<UserLimits> | undefined, isOwnMachine: boolean): Limits {
  const users = readUserLimits(given, isOwnMachine)
  return { users, requests: users && createRequestLimits(users) }
}
