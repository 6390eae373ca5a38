import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { InternalMessageType as Type, type LegacyMessage } from '../messages.ts'

/** Sends requests to a legacy host, and receives its responses. */
export interface LegacyRequests {
  readonly ask: (message: LegacyMessage) => Promise<unknown>
  /** True for a message that was meant for it. */
  readonly receive: (message: LegacyMessage) => boolean
}

/** Numbers each request, because only messages with a `messageId` get a response. */
export function createLegacyRequests(post: (message: LegacyMessage) => void, timeout: number): LegacyRequests {
  const waiting = new Map<string, (payload: Record<string, unknown>) => void>()
  return {
    ask(message) {
      const messageId = crypto.randomUUID()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle({ error: 'Timeout' }), timeout)
        const settle = (payload: Record<string, unknown>): void => {
          clearTimeout(timer)
          waiting.delete(messageId)
          if (payload['error'] === undefined) resolve(payload['response'])
          else reject(new CasementError('REMOTE', words(payload['error'])))
        }
        waiting.set(messageId, settle)
        post({ ...message, messageId })
      })
    },
    receive({ type, messageId, payload }) {
      if (type === Type.UI_MESSAGE_RECEIVED) return true
      if (type !== Type.UI_MESSAGE_RESPONSE) return false
      const answer = isRecord(payload) ? payload : {}
      waiting.get(messageId ?? String(answer['messageId']))?.(answer)
      return true
    },
  }
}

const words = (error: unknown): string => {
  if (typeof error === 'string') return error
  return isRecord(error) || error instanceof Error ? String((error as { message?: unknown }).message) : JSON.stringify(error)
}
