import { openHttpPipe } from './http-pipe.ts'
import { discover, initialize } from './negotiate.ts'
import { createRequester, type Requester } from './requester.ts'
import type { Session } from './session.ts'
import { openStdioPipe } from './stdio-pipe.ts'
import type { Target } from './target.ts'

/**
 * Connects as a host does, in the MCP generation that the server speaks. The official client is no option: it refuses, corrects
 * or hides the faults that the doctor explains.
 */
export async function openSession(target: Target, timeout: number): Promise<Session> {
  let hasEnded = false
  try {
    return await withRequester(target, async (requester) => {
      try {
        return (await discover(requester, timeout)) ?? (await initialize(requester, timeout))
      } finally {
        hasEnded = requester.ended.aborted
      }
    })
  } catch (error) {
    // Some servers of the first generation exit if the first message is not `initialize`.
    if (!hasEnded || target.kind !== 'stdio') throw error
    return withRequester(target, (requester) => initialize(requester, timeout))
  }
}

async function withRequester(target: Target, connect: (requester: Requester) => Promise<Session>): Promise<Session> {
  const requester = await createRequester((listener) =>
    target.kind === 'stdio' ? openStdioPipe(target, listener) : openHttpPipe(target, listener),
  )
  try {
    return await connect(requester)
  } catch (error) {
    await requester.pipe.close()
    throw error
  }
}
