import { connect, type InputOf, type OutputOf, type TypedView } from 'casement/view/typed'
import type { App } from 'casement/view'
import { followHost } from '../shared/follow-host.ts'
import type { app } from './app.ts'

/** The list as a View gets it. */
export type List = OutputOf<typeof app, 'show-list'>
/** The actions of a View. */
export type Change = InputOf<typeof app, 'change-list'>['change']

/** The list in one View, kept the same as in all others. */
export interface SharedList {
  change(change: Change): Promise<void>
}

const EVERY = 3_000

/**
 * Shows the list whenever it changes, wherever that was. Views of one app usually share an origin, and so tell each other at once; for
 * hosts where they do not, and for what the model changes, each asks the server now and then.
 */
export async function shareList(show: (list: List) => void): Promise<SharedList> {
  const view: TypedView<typeof app, App> = await connect<typeof app>()
  followHost(view)
  const others = openChannel()
  let version = 0
  const take = (list: List): void => {
    if (list.version <= version) return
    version = list.version
    show(list)
  }
  const read = async (): Promise<void> => take(await view.call('read-list', {}))
  others?.addEventListener('message', () => void read())
  const tryToRead = (): void => void read().catch(() => {})
  // The list is there also when the call that opened this View came to nothing.
  for (const tool of ['show-list', 'show-total', 'add-to-list'] as const)
    view.on(tool, { result: (list) => (list ? take(list) : tryToRead()), cancelled: tryToRead })
  setInterval(() => {
    if (document.visibilityState === 'visible') tryToRead()
  }, EVERY)
  return {
    async change(change) {
      take(await view.call('change-list', { change }))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      others?.postMessage(version)
    },
  }
}

// An origin without a name may not have one.
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('shopping-list')
  } catch {
    return undefined
  }
}

/** An amount of cents as people write it. */
export const money = (cents: number): string =>
  Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100)
