import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import { describeProblem, isResponse, toErrorMessage } from './response-check.ts'

/** The requests that a child process has not responded to, and the lines with which it does. */
export interface StdioResponses {
  /** Notes a message that is being sent. */
  sent(message: JSONRPCMessage): void
  readonly pending: number
  /**
   * The message of a line, with an error in place of an invalid response; undefined for what else a server prints. Throws
   * `INVALID_MESSAGE` when a response is invalid and it cannot be known to which request it belongs.
   */
  read(line: string): JSONRPCMessage | undefined
}

const LIKE_A_MESSAGE = /^\s*\{.*"jsonrpc"/s

/** Watches one pipe. On a pipe, nothing but its id ties a response to its request. */
export function createStdioResponses(): StdioResponses {
  const pending = new Set<string | number>()
  let highest = -1

  /** Fails the request that a response must belong to. */
  const failOne = (id: unknown, problem: string): JSONRPCMessage => {
    const [only] = pending
    const isKnown = (typeof id === 'string' || typeof id === 'number') && pending.has(id)
    const failed = isKnown ? id : pending.size === 1 ? only : undefined
    if (failed === undefined) throw new CasementError('INVALID_MESSAGE', `The server sent an invalid response: ${problem}.`)
    pending.delete(failed)
    return toErrorMessage(failed, problem)
  }

  return {
    get pending() {
      return pending.size
    },
    sent(message) {
      if (!('method' in message)) return
      if (message.method === 'notifications/cancelled') pending.delete(message.params?.['requestId'] as string | number)
      if (!('id' in message) || message.id === undefined) return
      pending.add(message.id)
      highest = Math.max(highest, Number(message.id))
    },
    read(line) {
      const value = parse(line)
      if (value === undefined)
        return LIKE_A_MESSAGE.test(line) && pending.size > 0
          ? failOne(
              Number(/"id"\s*:\s*(\d+)/.exec(line)?.[1]),
              `a line of its output is invalid JSON: ${JSON.stringify(line.slice(0, 100))}`,
            )
          : undefined
      if (typeof value !== 'object' || value === null || (value as { jsonrpc?: unknown }).jsonrpc !== '2.0') return undefined
      // The official client validates what a server asks and notifies.
      if (!isResponse(value)) return value as JSONRPCMessage
      const { id } = value
      const problem = describeProblem(value)
      if (typeof id !== 'string' && typeof id !== 'number') return failOne(id, problem ?? 'it has no id')
      if (pending.delete(id)) return problem === undefined ? toMessage(value) : toErrorMessage(id, problem)
      // A late response to a request that was cancelled.
      if (typeof id === 'number' && id <= highest) return toMessage(value)
      return failOne(id, `it has the id ${JSON.stringify(id)}, which matches no request`)
    },
  }
}

// It was checked to be a response.
const toMessage = (value: object): JSONRPCMessage => value as JSONRPCMessage

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
