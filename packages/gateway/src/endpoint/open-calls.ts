import { AsyncLocalStorage } from 'node:async_hooks'
import type { AskedCall } from '../api.ts'

/** The tool calls of one server that are under way. */
export interface OpenCalls {
  run<T>(call: AskedCall, work: () => Promise<T>): Promise<T>
  /** The call in which the server asks now; undefined where several are under way and nothing says which it is. */
  current(): AskedCall | undefined
}

/** Notes the calls of a server, so that a person who is asked something can be told what for. */
export function createOpenCalls(): OpenCalls {
  const open = new Set<AskedCall>()
  // Over HTTP, and in the second era, a server asks in its answer to the call. Over stdio nothing ties the two together.
  const here = new AsyncLocalStorage<AskedCall>()
  return {
    async run(call, work) {
      open.add(call)
      try {
        return await here.run(call, work)
      } finally {
        open.delete(call)
      }
    },
    current() {
      const [only] = open
      return here.getStore() ?? (open.size === 1 ? only : undefined)
    },
  }
}
