import { CasementError } from '../protocol/errors.ts'
import type { CallsWorld, PeerCalls } from '../protocol/peer-calls.ts'
import type { RequestOptions } from '../protocol/peer-types.ts'
import { answeringPart, loadAnswering } from './bridge-answering.ts'
import { within } from './deadline.ts'

const DEADLINE = 60_000

/**
 * Keeps the calls to a View by a part that comes later: nobody asks a View for anything before it is ready. What is asked sooner waits,
 * in its order and no longer than for an answer.
 */
export function lateCalls(world: CallsWorld): PeerCalls {
  const { runtime } = world
  let calls: PeerCalls | undefined
  let waiting = 0
  const there = (): PeerCalls | undefined => (calls ??= answeringPart.now()?.createCalls(world))
  const come = async (method: string, { timeout = DEADLINE, signal, ...how }: RequestOptions): Promise<RequestOptions> => {
    const until = runtime.now() + timeout
    const tooLate = (): Error => new CasementError('TIMEOUT', `${method} was not sent in ${timeout} ms`)
    waiting++
    try {
      await within(loadAnswering(), timeout, tooLate, signal, runtime)
    } finally {
      waiting--
    }
    return { ...how, ...(signal && { signal }), timeout: until - runtime.now() }
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
