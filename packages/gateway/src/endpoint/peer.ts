import type { ServerContext } from '@modelcontextprotocol/server'
import { passThrough } from './pass-through.ts'

/** The client of a call, for requests and notifications of the server during the call. */
export interface Peer {
  /** Undefined if the client does not offer it. */
  ask(method: AskMethod, params: object, signal: AbortSignal): Promise<Record<string, unknown>> | undefined
  notify(method: string, params: object): void
}

/** The requests of a server to a client. */
export type AskMethod = 'sampling/createMessage' | 'elicitation/create'

// The time that a user may be away from the keyboard.
const TIMEOUT = 10 * 60 * 1000

/** The client of a session, in the context of one of its requests. */
export function createPeer({ mcpReq }: ServerContext, capabilities: object): Peer {
  return {
    ask(method, params, signal) {
      const [capability = ''] = method.split('/')
      if (!(capability in capabilities)) return undefined
      return mcpReq.send({ method, params: { ...params } }, passThrough, { signal, timeout: TIMEOUT })
    },
    notify(method, params) {
      // The client may have disconnected; the call continues or is cancelled by its own signal.
      mcpReq.notify({ method, params: { ...params } }).catch(() => {})
    },
  }
}
