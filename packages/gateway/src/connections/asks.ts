import { randomUUID } from 'node:crypto'
import { CasementError } from 'casement/protocol'
import type { Ask, AskAnswer } from '../api.ts'
import type { EventHub } from '../events.ts'

/** What servers ask of the person in front of the page, until somebody answers. */
export interface AskDesk {
  /** Puts a question to whoever has the page open. Cancelled when nobody does, or when nobody answers in time. */
  ask(question: Omit<Ask, 'id' | 'at'>, signal: AbortSignal): Promise<AskAnswer>
  /** False when nobody waits for it any more. */
  answer(id: string, answer: AskAnswer): boolean
  /** What waits, oldest first. */
  readonly open: readonly Ask[]
}

// As long as a person may be away from the keyboard.
const PATIENCE = 10 * 60 * 1000
const MOST_OPEN = 50

/** Makes a desk. */
export function createAskDesk(hub: EventHub): AskDesk {
  const waiting = new Map<string, { readonly ask: Ask; readonly settle: (answer: AskAnswer) => void }>()
  return {
    get open() {
      return [...waiting.values()].map(({ ask }) => ask)
    },
    answer(id, answer) {
      const found = waiting.get(id)
      found?.settle(answer)
      return found !== undefined
    },
    ask(question, signal) {
      if (waiting.size >= MOST_OPEN)
        throw new CasementError('OVER_BUDGET', `${MOST_OPEN} questions wait for the person already. Ask again later.`)
      return new Promise((resolve) => {
        const ask: Ask = { ...question, id: randomUUID(), at: Date.now() }
        const cancel = (): void => settle({ action: 'cancel' })
        const timer = setTimeout(cancel, PATIENCE)
        const settle = (answer: AskAnswer): void => {
          if (!waiting.delete(ask.id)) return
          clearTimeout(timer)
          signal.removeEventListener('abort', cancel)
          hub.publish({ type: 'ask-closed', id: ask.id })
          resolve(answer)
        }
        waiting.set(ask.id, { ask, settle })
        signal.addEventListener('abort', cancel)
        if (signal.aborted || hub.listeners === 0) cancel()
        else hub.publish({ type: 'ask', ask })
      })
    },
  }
}
