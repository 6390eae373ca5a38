import type { Undo } from '../protocol/runtime.ts'
import { joinLiveSet } from './join-live-set.ts'
import type { MountedApp } from './mount.ts'
import type { EventHub } from './mount-events.ts'
import type { MountOptions } from './mount-options.ts'
import { watchView } from './watchdog.ts'

/** Looks after a View that is there, for as long as it is mounted: whether it answers, and whether the page has too many. */
export function lookAfter(mounted: MountedApp, options: MountOptions, hub: EventHub): Undo {
  const { watch = true, liveSet, runtime } = options
  const leave = liveSet === false ? undefined : joinLiveSet(mounted, liveSet)
  let stop: Undo | undefined
  const look = (): void => {
    stop?.()
    const { bridge } = mounted
    stop = undefined
    if (!watch || !bridge || mounted.stage !== 'ready') return
    stop = watchView({
      // A page that nobody sees is slowed down by the browser, and its frames with it.
      ping: () => (document.hidden ? Promise.resolve() : bridge.ping()),
      onsilent: () => hub.tell('alive', false),
      onalive: () => hub.tell('alive', true),
      ...(runtime && { runtime }),
      ...(watch !== true && watch),
    })
  }
  const unhear = hub.on('stage', look)
  look()
  return () => {
    unhear()
    stop?.()
    leave?.()
  }
}
