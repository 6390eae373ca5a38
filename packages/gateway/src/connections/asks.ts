import { randomUUID } from 'node:crypto'
import { CasementError } from 'casement/protocol'
import type { Ask, AskAnswer } from '../api.ts'
import type { EventHub } from '../events.ts'
import { isSameOwner, type Owner } from '../security/principal.ts'

/** The pending requests of servers to users (elicitation and sampling). */
export interface AskDesk {
  /** Sends a request to one user. It is cancelled if the user has no open page, or after a timeout. */
  ask(owner: Owner, question: Omit<Ask, 'id' | 'at'>, signal: AbortSignal): Promise<AskAnswer>
  /** False when no request to this user has the id. */
  answer(owner: Owner, id: string, answer: AskAnswer): boolean
  /** The pending requests to a user, oldest first. */
  pending(owner: Owner): readonly Ask[]
}

// The time that a user may be away from the keyboard.
const PATIENCE = 10 * 60 * 1000
const MAX_PENDING = 50

interface Pending {
  readonly owner: Owner
  readonly ask: Ask
  readonly settle: (answer: AskAnswer) => void
}

/** Makes a desk. */
export function createAskDesk(hub: EventHub): AskDesk {
  const waiting = new Map<string, Pending>()
  const pending = (owner: Owner): Ask[] =>
    [...waiting.values()].filter((each) => isSameOwner(each.owner, owner)).map(({ ask }) => ask)
  return {
    pending,
    answer(owner, id, answer) {
      const found = waiting.get(id)
      if (!found || !isSameOwner(found.owner, owner)) return false
      found.settle(answer)
      return true
    },
    ask(owner, question, signal) {
      if (pending(owner).length >= MAX_PENDING)
        throw new CasementError('OVER_BUDGET', `${MAX_PENDING} requests to the user are pending. Try again later.`)
      return new Promise((resolve) => {
        const ask: Ask = { ...question, id: randomUUID(), at: Date.now() }
        const cancel = (): void => settle({ action: 'cancel' })
        const timer = setTimeout(cancel, PATIENCE)
        const settle = (answer: AskAnswer): void => {
          if (!waiting.delete(ask.id)) return
          clearTimeout(timer)
          signal.removeEventListener('abort', cancel)
          hub.publish({ type: 'ask-closed', id: ask.id }, owner)
          resolve(answer)
        }
        waiting.set(ask.id, { owner, ask, settle })
        signal.addEventListener('abort', cancel)
        if (signal.aborted || !hub.hasListener(owner)) cancel()
        else hub.publish({ type: 'ask', ask }, owner)
      })
    },
  }
}
