import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { App, ViewSnapshot } from '../index.ts'

/** The part of an App that makes it a store. Every App has it, also the one without features. */
export type ViewStore = Pick<App, 'getSnapshot' | 'subscribe'>

/** Calls the listener with a selected part of the snapshot, now and whenever it changes, until unsubscribed. */
export function subscribeTo<T>(
  app: ViewStore,
  select: (snapshot: ViewSnapshot) => T,
  listener: (selected: T) => void,
): Unsubscribe {
  let last = select(app.getSnapshot())
  listener(last)
  return app.subscribe(() => {
    const next = select(app.getSnapshot())
    if (next !== last) listener((last = next))
  })
}
