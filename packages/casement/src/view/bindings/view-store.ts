import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { App, ViewSnapshot } from '../index.ts'

/** The part of an App that makes it a store. Every App has it, the lean one too. */
export type ViewStore = Pick<App, 'getSnapshot' | 'subscribe'>

/** Tells a piece of the snapshot now, and again whenever it is another one, until undone. */
export function follow<T>(app: ViewStore, pick: (snapshot: ViewSnapshot) => T, tell: (piece: T) => void): Unsubscribe {
  let last = pick(app.getSnapshot())
  tell(last)
  return app.subscribe(() => {
    const next = pick(app.getSnapshot())
    if (next !== last) tell((last = next))
  })
}
