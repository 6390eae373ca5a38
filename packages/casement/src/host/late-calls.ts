import { CasementError } from '../protocol/errors.ts'
import type { CallsWorld, PeerCalls } from '../protocol/rpc/pending-requests.ts'
import type { RequestOptions } from '../protocol/rpc/peer-types.ts'
import { within } from './mount/deadline.ts'
import { late } from './late.ts'

const DEADLINE = 60_000

// By itself: a View that nothing answers can still be asked whether it is there, and told that it goes.
const part = late('What calls Views', () => import('../protocol/rpc/pending-requests.ts'))

/** Fetches what calls Views, where that was not done. */
export const loadCalls = part.load

/**
 * Keeps the calls to a View by a part that comes later: nobody asks a View for anything before it is ready. What is asked sooner waits,
 * in its order and no longer than for an answer.
 */
export function lateCalls(world: CallsWorld): PeerCalls {
  const { runtime } = world
  let calls: PeerCalls | undefined
  let waiting = 0
  const there = (): PeerCalls | undefined => (calls ??= part.now()?.createCalls(world))
  const come = async (method: string, given: RequestOptions): Promise<RequestOptions> => {
    const { timeout = DEADLINE, signal } = given
    const until = runtime.now() + timeout
    waiting++
    try {
      const tooLate = (): Error => new CasementError('TIMEOUT', `${method} was not sent in ${timeout} ms`)
      await within(loadCalls(), timeout, tooLate, signal, runtime)
    } finally {
      waiting--
    }
    return { ...given, timeout: until - runtime.now() }
  }

  return {
    async request(method, params, given = {}) {
      const how = waiting > 0 || !there() ? await come(method, given) : given
      return there()?.request(method, params, how)
    },
    take: (answer) => (calls ? calls.take(answer) : world.report('unknown-id', String(answer.id))),
    progress: (...about) => calls?.progress(...about),
    close: (reason) => calls?.close(reason),
  }
}
