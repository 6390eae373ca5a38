import { platform } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { Scope } from '../../protocol/scope.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { Diagnosis } from '../card/diagnosis.ts'
import { createSurface } from '../surface/surface.ts'
import { care } from '../late-care.ts'
import { exceptions } from '../late-exceptions.ts'
import type { CareWorld } from './look-after.ts'
import { themeOf } from './page-context.ts'
import { createEventHub, type MountEvents, type MountState } from './events.ts'
import { createMountLife } from './mount-life.ts'
import { titleOf, type MountOptions, type ToolData } from './options.ts'
import { createRoom } from './mount-room.ts'
import { createStarts } from './mount-starts.ts'
import { pageViews } from './page-views.ts'
import { followResults } from '../model/result-ui.ts'
import { createToolDelivery } from '../model/tool-data.ts'

/** What can be changed of a mounted View without loading it again. */
export interface MountChanges extends ToolData {
  readonly hostContext?: McpUiHostContext | undefined
  /** There will be no result; with the reason, where it is known. */
  readonly cancelled?: string | true | undefined
}

/** A View on the page. */
export interface MountedApp {
  /** Resolves when the View is ready; rejects with an error of code `NOT_SHOWN` that has the `diagnosis`. */
  readonly ready: Promise<void>
  /** The connection to the View; undefined before there is one. A View that was frozen comes back with another. */
  readonly bridge: AppBridge | undefined
  /** What stands in the container. */
  readonly element: HTMLElement
  readonly events: MountEvents
  readonly stage: MountState
  readonly displayMode: McpUiDisplayMode
  /** Why it does not show, when it does not. */
  readonly diagnosis: Diagnosis | undefined
  /** How it is contained. */
  readonly ticket: SandboxTicket | OpaqueTicket | undefined
  /** Hands over tool data and context as they come. */
  update(changes: MountChanges): void
  /** Shows it in another mode where the View and the page know it, and resolves to the mode that holds then. */
  setDisplayMode(mode: McpUiDisplayMode): Promise<McpUiDisplayMode>
  /** Starts over, with all that the View was told. */
  reload(): Promise<void>
  /** Puts the View to sleep behind a placeholder. */
  freeze(): Promise<void>
  thaw(): void
  /** Tells the View, waits a little, and takes everything away. Always completes; a second call does nothing more. */
  dispose(reason?: string): Promise<void>
}

/** Shows the view of a tool in a container: reads it, contains it, connects to it, feeds it, sizes it and takes it away again. */
export function mountApp(container: HTMLElement, options: MountOptions): MountedApp {
  const { runtime = platform, signal, onrequestteardown = 'close' } = options
  const scope = new Scope()
  const hub = createEventHub()
  const theme = options.hostContext?.theme ?? themeOf(container)
  const surface = createSurface(container, titleOf(options), theme)
  const results = followResults(options)
  let isMounted = false
  const delivery = createToolDelivery(options, runtime, (result) => {
    const isAnother = results.take(result)
    // Before the first session there is nothing to start over: it looks for itself when it begins.
    if (!isMounted) return
    // A tool that names no View may send one with its result, after it was found that there is none.
    void starts.ready.catch(() => {
      // By what found that there is none.
      if (life.now.diagnosis?.code === 'no-ui-resource' && exceptions.now()?.mayHoldView(result)) starts.retry()
    })
    if (isAnother) starts.retry()
  })
  const starts = createStarts(() => life, options, delivery)
  const isSharing = options.pool === undefined
  if (isSharing) {
    pageViews.sharing++
    scope.add(() => {
      pageViews.sharing--
      care.now()?.spares.tidy()
    })
  }
  const life = createMountLife({
    options,
    surface,
    hub,
    delivery,
    runtime,
    pool: () => (isSharing ? care.now()?.spares : options.pool || undefined),
    resultUri: results.uri,
    room: () => room,
    retry: starts.retry,
    close: () => void (onrequestteardown === 'close' && mounted.dispose('the View asked to be closed')),
  })
  const room = createRoom(surface, theme, options, hub, scope, runtime, () => life.now.state === 'ready')
  let disposing: Promise<void> | undefined
  const dispose = async (reason: string): Promise<void> => {
    await life.stop('closed', reason)
    scope.close()
    surface.element.remove()
  }

  const mounted: MountedApp = {
    get ready() {
      return starts.ready
    },
    get bridge() {
      return life.now.bridge
    },
    get stage() {
      return life.now.state
    },
    get diagnosis() {
      return life.now.diagnosis
    },
    get ticket() {
      return life.now.session?.ticket
    },
    get displayMode() {
      return surface.mode
    },
    element: surface.element,
    events: hub,
    update({ hostContext, cancelled, ...data }) {
      if (hostContext) room.setContext(hostContext)
      delivery.take(data)
      if (cancelled !== undefined) delivery.cancel(cancelled === true ? undefined : cancelled)
    },
    setDisplayMode: (mode) => room.setMode(mode),
    reload: starts.reload,
    freeze: starts.freeze,
    thaw: starts.thaw,
    dispose: (reason = 'closed by the host') => (disposing ??= dispose(reason)),
  }

  careFor({ mounted, options, hub, surface, room, session: () => life.now.session }, scope)
  isMounted = true
  void starts.begin()
  if (signal) scope.listen(signal, 'abort', () => void mounted.dispose('aborted'))
  if (signal?.aborted) void mounted.dispose('aborted')
  return mounted
}

/** Has it looked after as soon as there is what does so. It is fetched with the first stage, and with the next where that failed. */
function careFor(world: CareWorld, scope: Scope): void {
  let isCared = false
  const begin = async (): Promise<void> => {
    try {
      const { lookAfter } = await care.load()
      if (isCared) return
      isCared = true
      stop()
      scope.add(lookAfter(world))
    } catch (error) {
      world.mounted.bridge?.onerror?.(error as Error)
    }
  }
  const stop = world.hub.on('stage', () => void begin())
}
