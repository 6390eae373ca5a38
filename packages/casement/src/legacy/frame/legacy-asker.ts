import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { InternalMessageType as Type, type LegacyMessage } from '../messages.ts'

/** Sends requests to a legacy host, and receives its responses. */
export interface LegacyAsker {
  readonly ask: (message: LegacyMessage) => Promise<unknown>
  /** True for a message that was meant for it. */
  readonly hear: (message: LegacyMessage) => boolean
}

/** Numbers each question, because only what has a `messageId` is answered. */
export function createAsker(post: (message: LegacyMessage) => void, timeout: number): LegacyAsker {
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
    hear({ type, messageId, payload }) {
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
