import type { MountedApp } from 'casement/host'
import { createStore, type Store } from '../store.ts'

/** The region for the display mode `split`, and the View in it. */
export interface Beside {
  readonly region: HTMLElement
  readonly view: Store<MountedApp | undefined>
  /** A View has entered the mode. The one that was there returns to the conversation: there is room for one. */
  enter(view: MountedApp): void
  leave(view: MountedApp): void
}

/** Creates an empty region, which is in the page while a View covers it. */
export function createBeside(): Beside {
  const region = document.createElement('div')
  region.className = 'beside-region'
  const view = createStore<MountedApp | undefined>(undefined)
  return {
    region,
    view,
    enter(next) {
      const before = view.get()
      view.set(next)
      if (before !== next) void before?.setDisplayMode('inline')
    },
    leave(gone) {
      if (view.get() === gone) view.set(undefined)
    },
  }
}
