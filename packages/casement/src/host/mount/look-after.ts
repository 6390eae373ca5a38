import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Surface } from '../surface/surface.ts'
import { drawTogether } from '../surface/draw-together.ts'
import { pageLiveSet } from './live-set.ts'
import { furnish } from '../surface/furnish.ts'
import type { MountedApp } from './mount-app.ts'
import type { EventHub } from './events.ts'
import type { MountOptions } from './options.ts'
import type { Room } from './mount-room.ts'
import { pageViews } from './page-views.ts'
import type { Session } from './session.ts'
import { spares } from '../frame/page-frames.ts'
import { watchView } from './watchdog.ts'

/** What looking after a View takes. */
export interface CareWorld {
  readonly mounted: MountedApp
  readonly options: MountOptions
  readonly hub: EventHub
  readonly surface: Surface
  readonly room: Room
  readonly session: () => Session | undefined
}

/**
 * Looks after a View for as long as it is mounted: its room, and once it is there whether it answers, whether the page has too many, and
 * that there are spares for the next ones.
 */
export function lookAfter({ mounted, options, hub, surface, room, session }: CareWorld): Unsubscribe {
  const { watch = true, runtime } = options
  const liveSet = options.liveSet === false ? undefined : (options.liveSet ?? pageLiveSet())
  const self = {
    element: mounted.element,
    isFrozen: () => mounted.stage === 'frozen',
    mayFreeze: () => mounted.stage === 'ready' && mounted.displayMode === 'inline',
    freeze: () => void mounted.freeze().catch(() => {}),
    thaw: () => mounted.thaw(),
  }
  let leave: Unsubscribe | undefined
  let stop: Unsubscribe | undefined
  const look = (): void => {
    stop?.()
    const { bridge } = mounted
    stop = undefined
    // From the first time on that it was there: whoever hears of that may put it to sleep at once.
    if (mounted.stage === 'ready' || mounted.stage === 'frozen') leave ??= liveSet?.add(self)
    if (!bridge || mounted.stage !== 'ready') return
    const frame = surface.slot.querySelector('.undrawn')
    if (frame) drawTogether(frame)
    if (watch)
      stop = watchView({
        // A page that nobody sees is slowed down by the browser, and its frames with it.
        ping: () => (document.hidden ? Promise.resolve() : bridge.ping()),
        onsilent: () => hub.tell('alive', false),
        onalive: () => hub.tell('alive', true),
        ...(runtime && { runtime }),
        ...(watch !== true && watch),
      })
    const shown = session()
    // Whoever has frames of their own, or wants none, needs no spares.
    if (shown && options.pool === undefined) keepSpare(shown, options, widthOf(room, surface, options))
    // Last: it may put this very View to sleep, and then nobody is left to watch.
    liveSet?.check()
  }
  const unhear = hub.on('stage', look)
  const unfurnish = furnish(room, surface, options)
  look()
  return () => {
    unhear()
    unfurnish()
    stop?.()
    leave?.()
  }
}

/** The width of a View. Where others are on their way, what was measured is good enough: the page would lay itself out for the answer. */
function widthOf(room: Room, { slot }: Surface, { containerDimensions: given }: MountOptions): number {
  const { containerDimensions: known } = room.context()
  const isMeasured = pageViews.opening > 0 && !given && known && 'width' in known
  return isMeasured ? known.width : slot.clientWidth
}

function keepSpare({ ticket, app, resource }: Session, { sandbox }: MountOptions, width: number): void {
  const { csp, permissions, domain } = resource
  spares.keep({ ticket, sandbox, width, resource: { app, csp, permissions, domain } })
}
