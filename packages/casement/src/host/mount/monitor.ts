import type { Dispose } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { keepPrewarmed } from '../frame/page-frames.ts'
import { drawInBatches } from '../surface/draw-batch.ts'
import type { Surface } from '../surface/surface.ts'
import type { MountEventEmitter } from './events.ts'
import { pageLiveSet } from './live-set.ts'
import type { MountedApp } from './mount-app.ts'
import type { MountOptions } from './options.ts'
import type { Session } from './session.ts'
import { watchView } from './watchdog.ts'

/** The dependencies of `monitorView`. */
export interface MonitorOptions {
  readonly mounted: MountedApp
  readonly options: MountOptions
  readonly events: MountEventEmitter
  readonly surface: Surface
  readonly context: () => McpUiHostContext
  readonly session: () => Session | undefined
}

/** Follows a View from when it is opened. */
export interface ViewMonitor {
  /** Counts the View towards the page's limit of live Views. Called when it is opened: others are then frozen before it takes memory. */
  countAsLive(): void
  dispose(): void
}

/** Once a View is ready: pings it, applies the page's limit of live Views, and prewarms a frame for the next one. */
export function monitorView({ mounted, options, events, surface, context, session }: MonitorOptions): ViewMonitor {
  const { watch = true, runtime } = options
  const liveSet = options.liveSet === false ? undefined : (options.liveSet ?? pageLiveSet())
  const freezable = {
    element: mounted.element,
    isFrozen: () => mounted.stage === 'frozen' || mounted.stage === 'failed',
    mayFreeze: () => mounted.stage === 'ready' && mounted.displayMode === 'inline',
    freeze: () => void mounted.freeze().catch(() => {}),
    thaw: () => mounted.thaw(),
  }
  let leaveLiveSet: Dispose | undefined
  let stopWatching: Dispose | undefined

  const countAsLive = (): void => {
    if (leaveLiveSet) liveSet?.check()
    else leaveLiveSet = liveSet?.add(freezable)
  }
  const update = (): void => {
    stopWatching?.()
    stopWatching = undefined
    const { bridge, stage } = mounted
    if (!bridge || stage !== 'ready') return
    const undrawn = surface.slot.querySelector('.undrawn')
    if (undrawn) drawInBatches(undrawn)
    if (watch)
      stopWatching = watchView({
        // Browsers throttle a hidden page and its frames.
        ping: () => (document.hidden ? Promise.resolve() : bridge.ping()),
        onsilent: () => events.emit('alive', false),
        onalive: () => events.emit('alive', true),
        ...(runtime && { runtime }),
        ...(watch !== true && watch),
      })
    const shown = session()
    if (shown) prewarmNext(options, shown, context())
    // Last, because it may freeze this very View.
    liveSet?.check()
  }
  const unsubscribe = events.on('stage', update)
  return {
    countAsLive,
    dispose() {
      unsubscribe()
      stopWatching?.()
      leaveLiveSet?.()
    },
  }
}

function prewarmNext({ pool }: MountOptions, { ticket }: Session, context: McpUiHostContext): void {
  // A host with its own pool, or with `pool: false`, does not use the page's prewarmed frames.
  if (pool !== undefined) return
  const { containerDimensions: space = {} } = context
  // The width from the context, because reading it from the page would force a layout while other Views are opening.
  const width = 'width' in space ? space.width : undefined
  keepPrewarmed({ ticket, width })
}
