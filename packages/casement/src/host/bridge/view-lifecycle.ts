import { CasementError, DENIED } from '../../protocol/errors.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { isPast, newLife, step, type Life, type LifeEvent, type LifeNote } from './lifecycle.ts'

/** The life of one View, and what it is sent on the way. */
export interface ViewLife {
  readonly state: () => Life
  /** Takes a step and sends what it brings. Throws when the host asked for what cannot be. */
  readonly take: (event: LifeEvent) => void
  /** Resolves when the View may be spoken to; rejects when it is gone. */
  readonly ready: () => Promise<void>
}

/** What is said of a View that is no longer there, to the host and to the View alike. */
export const gone = (): CasementError => new CasementError('CLOSED', 'The View is gone', { wire: { code: DENIED } })

/** How far a View has come: it asked for its handshake, completed it, was told its input, and how the call ended. */
export type ViewStep = 'initialize' | 'initialized' | 'input' | 'result' | 'cancelled'

const STEPS: Readonly<Record<string, ViewStep>> = {
  'ui/notifications/tool-input': 'input',
  'ui/notifications/tool-result': 'result',
  'ui/notifications/tool-cancelled': 'cancelled',
}

/** Begins the life of a View. */
export function createViewLife(
  context: McpUiHostContext,
  send: (note: LifeNote) => void,
  onstep: (step: ViewStep) => void = () => {},
): ViewLife {
  const waiting = new Set<Waiter>()
  let life = newLife(context)

  const settle = (how: (waiter: Waiter) => void): void => {
    for (const waiter of waiting) how(waiter)
    waiting.clear()
  }
  return {
    state: () => life,
    take(event) {
      const next = step(life, event)
      life = next.life
      if ((event.type === 'initialize' || event.type === 'initialized') && !next.problem) onstep(event.type)
      for (const note of next.send) {
        send(note)
        const reached = STEPS[note.method]
        if (reached) onstep(reached)
      }
      if (life.at === 'ready') settle(({ resolve }) => resolve())
      if (isPast(life.at, 'ready')) settle(({ reject }) => reject(gone()))
      if (next.problem) throw new CasementError('INVALID_ARGUMENT', next.problem)
    },
    async ready() {
      if (isPast(life.at, 'ready')) throw gone()
      if (life.at !== 'ready') await new Promise<void>((resolve, reject) => waiting.add({ resolve, reject }))
    },
  }
}

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}
