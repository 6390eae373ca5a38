import type { Undo } from '../protocol/runtime.ts'
import { pageLiveSet } from './freeze.ts'
import type { MountedApp } from './mount.ts'
import type { EventHub } from './mount-events.ts'
import type { MountOptions } from './mount-options.ts'
import { watchView } from './watchdog.ts'

/** Looks after a View that is there, for as long as it is mounted: whether it answers, and whether the page has too many. */
export function lookAfter(mounted: MountedApp, options: MountOptions, hub: EventHub): Undo {
  const { watch = true, runtime } = options
  const liveSet = options.liveSet === false ? undefined : (options.liveSet ?? pageLiveSet())
  const leave = liveSet?.add({
    element: mounted.element,
    isFrozen: () => mounted.stage === 'frozen',
    mayFreeze: () => mounted.stage === 'ready' && mounted.displayMode === 'inline',
    freeze: () => void mounted.freeze().catch(() => {}),
    thaw: () => mounted.thaw(),
  })
  let stop: Undo | undefined
  const look = (): void => {
    stop?.()
    const { bridge } = mounted
    stop = undefined
    if (!bridge || mounted.stage !== 'ready') return
    if (watch)
      stop = watchView({
        // A page that nobody sees is slowed down by the browser, and its frames with it.
        ping: () => (document.hidden ? Promise.resolve() : bridge.ping()),
        onsilent: () => hub.tell('alive', false),
        onalive: () => hub.tell('alive', true),
        ...(runtime && { runtime }),
        ...(watch !== true && watch),
      })
    // Last: it may put this very View to sleep, and then nobody is left to watch.
    liveSet?.check()
  }
  const unhear = hub.on('stage', look)
  look()
  return () => {
    unhear()
    stop?.()
    leave?.()
  }
}
