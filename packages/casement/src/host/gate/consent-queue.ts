import { abortable } from '../../protocol/abortable.ts'
import { targetOf } from './audit.ts'
import type { ConsentLevel, ConsentOptions, ConsentStore } from './consent.ts'
import { denied, type ViewRequest } from './policy.ts'

/** Asks the user about a request, after the questions before it. Resolves to true if the request is allowed. */
export type ConsentQueue = (request: ViewRequest, kind: string) => Promise<boolean>

/** The dependencies of `createConsentQueue`. */
export interface ConsentQueueOptions {
  readonly ask: NonNullable<ConsentOptions['ask']>
  readonly store: ConsentStore
  /** The level that applies to a request, given the answer that was remembered. */
  readonly levelOf: (request: ViewRequest, kind: string, remembered: ConsentLevel | undefined) => ConsentLevel
}

// A View that opens dialogs faster than the user can close them gets no more.
const MAX_OPEN_QUESTIONS = 3

/** Creates the queue of one View, which asks one question at a time. */
export function createConsentQueue({ ask, store, levelOf }: ConsentQueueOptions): ConsentQueue {
  let last: Promise<unknown> = Promise.resolve()
  let open = 0

  const askUser = async (request: ViewRequest, kind: string): Promise<boolean> => {
    // Looked up again, because the user may have answered the previous question for all requests of this kind.
    const level = levelOf(request, kind, await store.get(request.app, kind))
    if (level !== 'ask') return level === 'allow'
    // An unanswered question must not block the next one when the View no longer waits for the answer.
    const answer = await abortable(ask({ ...request, target: targetOf(request), kind }), request.signal)
    const { allow, remember = false } = typeof answer === 'boolean' ? { allow: answer } : answer
    if (remember) await store.set(request.app, kind, allow ? 'allow' : 'deny')
    return allow
  }

  return (request, kind) => {
    if (open >= MAX_OPEN_QUESTIONS)
      throw denied('budget', `${request.method}: the user has not answered the previous prompts yet`)
    open++
    const answer = last.then(() => askUser(request, kind)).finally(() => open--)
    last = answer.catch(() => {})
    return answer
  }
}
