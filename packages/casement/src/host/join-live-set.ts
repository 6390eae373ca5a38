import type { Undo } from '../protocol/runtime.ts'
import { pageLiveSet, type LiveSet } from './freeze.ts'
import type { MountedApp } from './mount.ts'

/** Counts a mounted View as one of those that are alive, until it is undone. */
export function joinLiveSet(mounted: MountedApp, liveSet: LiveSet = pageLiveSet()): Undo {
  const leave = liveSet.add({
    element: mounted.element,
    isFrozen: () => mounted.stage === 'frozen',
    mayFreeze: () => mounted.stage === 'ready' && mounted.displayMode === 'inline',
    freeze: () => void mounted.freeze().catch(() => {}),
    thaw: () => mounted.thaw(),
  })
  const stop = mounted.events.on('stage', (stage) => {
    if (stage === 'ready') liveSet.check()
  })
  return () => {
    stop()
    leave()
  }
}
