import { AsyncLocalStorage } from 'node:async_hooks'
import type { AskedCall } from '../api.ts'
import { isSameOwner, type Owner } from '../security/principal.ts'
import type { Peer } from './peer.ts'

/** The tool calls of one server that are under way. */
export interface OpenCalls {
  /** `peer` is the client that made the call, if it can be asked. */
  run<T>(owner: Owner, call: AskedCall, work: () => Promise<T>, peer?: Peer): Promise<T>
  /** The call to which a request of the server belongs; undefined if several are pending and it is ambiguous. */
  current(): AskedCall | undefined
  /** The client of that call. */
  peer(): Peer | undefined
  /** The user to whom a request of the server belongs; undefined if calls of several users are pending and it is ambiguous. */
  owner(): Owner | undefined
  /** Whether none is under way. */
  readonly isIdle: boolean
}

interface OpenCall {
  readonly owner: Owner
  readonly call: AskedCall
  readonly peer: Peer | undefined
}

/** Tracks the calls of a server, so that a question to the user can name its call, and never reaches another user. */
export function createOpenCalls(): OpenCalls {
  const open = new Set<OpenCall>()
  // Over HTTP, and in the second generation, a server sends requests in its response to the call. Over stdio, a request names no call.
  const here = new AsyncLocalStorage<OpenCall>()
  const find = (): OpenCall | undefined => {
    const [only] = open
    return here.getStore() ?? (open.size === 1 ? only : undefined)
  }
  return {
    async run(owner, call, work, peer) {
      const entry = { owner, call, peer }
      open.add(entry)
      try {
        return await here.run(entry, work)
      } finally {
        open.delete(entry)
      }
    },
    current: () => find()?.call,
    peer: () => find()?.peer,
    owner() {
      const [first, ...others] = [...open].map((each) => each.owner)
      return find()?.owner ?? (first && others.every((each) => isSameOwner(each, first)) ? first : undefined)
    },
    get isIdle() {
      return open.size === 0
    },
  }
}
