import { CasementError } from '../protocol/errors.ts'
import { platform, type Undo } from '../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { Scope } from '../protocol/scope.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../protocol/schemas/index.ts'
import type { AppBridge } from './bridge.ts'
import { renderCard } from './card/card.ts'
import { diagnose, diagnosisOf, type Diagnosis } from './card/diagnosis.ts'
import type { McpClientLike } from './client-like.ts'
import { h } from './display/dom.ts'
import { createSurface, type Surface } from './display/surface.ts'
import { pageLiveSet } from './freeze.ts'
import { baseContext, roomFor, themeOf } from './mount-context.ts'
import { createEventHub, type MountEvents, type MountState } from './mount-events.ts'
import type { MountOptions, ToolData } from './mount-options.ts'
import { openSession, type Session } from './session.ts'
import { createSizingControl } from './sizing-control.ts'
import { createToolDelivery } from './tool-data.ts'
import { watchView } from './watchdog.ts'

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
  /** Shows it in another mode where the View and the page know it, and returns the mode that holds then. */
  setDisplayMode(mode: McpUiDisplayMode): McpUiDisplayMode
  /** Starts over, with all that the View was told. */
  reload(): Promise<void>
  /** Puts the View to sleep behind a placeholder. */
  freeze(): Promise<void>
  thaw(): void
  /** Tells the View, waits a little, and takes everything away. Always completes; a second call does nothing more. */
  dispose(reason?: string): Promise<void>
}

// A server that was not named shares its origin with nobody, for as long as its client lives.
const unnamed = new WeakMap<McpClientLike, string>()
function appOf({ app, client }: MountOptions): string {
  const name = app ?? unnamed.get(client) ?? `unnamed-${crypto.randomUUID()}`
  if (app === undefined) unnamed.set(client, name)
  return name
}

/** Shows the view of a tool in a container: reads it, contains it, connects to it, feeds it, sizes it and takes it away again. */
export function mountApp(container: HTMLElement, options: MountOptions): MountedApp {
  const { tool, runtime = platform, signal } = options
  const scope = new Scope()
  const hub = createEventHub()
  const title = tool.title ?? tool.name
  const surface = createSurface(container, {
    title,
    theme: options.hostContext?.theme ?? themeOf(container),
    ...(options.pip && { pip: options.pip }),
    onexit: () => mounted.setDisplayMode('inline'),
  })
  const room = (): NonNullable<McpUiHostContext['containerDimensions']> =>
    roomFor(surface.mode, surface.slot, options.containerDimensions)
  let context: McpUiHostContext = { ...baseContext(options, themeOf(surface.element)), containerDimensions: room() }
  const delivery = createToolDelivery(options, runtime)
  const sizing = createSizingControl(
    (size) => {
      surface.setInlineSize(size.height ?? surface.slot.clientHeight, size.width)
      hub.tell('size', size)
    },
    room(),
    runtime,
  )
  scope.add(() => sizing.dispose())
  const fixed = options.containerDimensions as { height?: number; width?: number } | undefined
  if (fixed?.height !== undefined) surface.setInlineSize(fixed.height, fixed.width)

  let state: MountState = 'loading'
  let diagnosis: Diagnosis | undefined
  let session: Session | undefined
  let bridge: AppBridge | undefined
  let running: AbortController | undefined
  let disposing: Promise<void> | undefined
  let leaveLiveSet: Undo = () => {}

  const setState = (next: MountState): void => {
    if (state === 'closed' || (state === next && next !== 'loading')) return
    state = next
    surface.setStage(next)
    hub.tell('stage', next)
  }
  const setContext = (changes: McpUiHostContext): void => {
    context = { ...context, ...changes }
    if (changes.theme) {
      surface.setTheme(changes.theme)
      const frame = surface.slot.querySelector('iframe')
      if (frame) frame.style.colorScheme = changes.theme
    }
    bridge?.setHostContext(context)
  }
  const fail = (found: Diagnosis): void => {
    if (state === 'closed' || state === 'frozen') return
    diagnosis = found
    if (surface.mode !== 'inline') mounted.setDisplayMode('inline')
    surface.cover(renderCard(found, { retry: () => void mounted.reload().catch(() => {}) }))
    setState('failed')
    hub.tell('diagnosis', found)
  }

  const start = async (): Promise<void> => {
    const attempt = (running = new AbortController())
    diagnosis = undefined
    setState('loading')
    surface.cover(h('div', { class: 'wait', role: 'status', 'aria-label': `${title} is loading` }))
    try {
      const opened = await openSession({
        options,
        app: appOf(options),
        view: options.bridge?.view ?? view,
        surface,
        signal: attempt.signal,
        context: () => context,
        handshaking: () => setState('handshaking'),
        connected(next) {
          bridge = next
          hear(next)
          delivery.attach(next)
          hub.tell('bridge', next)
        },
        report: (report) => hub.tell('report', report),
        lost(found) {
          if (state !== 'ready' || attempt.signal.aborted) return
          void session?.end('lost')
          session = bridge = undefined
          fail(found)
        },
      })
      if (attempt.signal.aborted) return void (await opened.end('closed'))
      session = opened
      surface.cover()
      setState('ready')
      if (options.watch ?? true) watch(opened.bridge, attempt.signal)
    } catch (error) {
      if (attempt.signal.aborted) throw closed()
      bridge = undefined
      fail(diagnosisOf(error) ?? diagnose('resource-failed', error instanceof Error ? error.message : String(error)))
      throw error
    }
  }

  const hear = (next: AppBridge): void => {
    next.addEventListener('sizechange', (size) => surface.mode === 'inline' && sizing.report(size))
    next.addEventListener('requestteardown', () => {
      if ((options.onrequestteardown ?? 'close') === 'close') void mounted.dispose('the View asked to be closed')
    })
    // The gate has checked what both sides know; the bridge tells the View what came of it.
    next.onrequestdisplaymode ??= ({ mode }) => ({ mode: mounted.setDisplayMode(mode) })
  }

  const watch = (watched: AppBridge, until: AbortSignal): void => {
    const stop = watchView({
      // A page that nobody sees is slowed down by the browser, and its frames with it.
      ping: () => (document.hidden ? Promise.resolve() : watched.ping({ timeout: 60_000 })),
      onsilent: () => hub.tell('alive', false),
      onalive: () => hub.tell('alive', true),
      runtime,
    })
    until.addEventListener('abort', stop)
    const onclose = watched.onclose
    watched.onclose = () => {
      stop()
      onclose?.()
    }
  }

  const stop = async (reason: string): Promise<void> => {
    running?.abort(closed())
    const ending = session
    session = bridge = undefined
    await ending?.end(reason)
  }

  const mounted: MountedApp = {
    get ready() {
      return ready
    },
    get bridge() {
      return bridge
    },
    get stage() {
      return state
    },
    get diagnosis() {
      return diagnosis
    },
    get ticket() {
      return session?.ticket
    },
    get displayMode() {
      return surface.mode
    },
    element: surface.element,
    events: hub,
    update({ hostContext, cancelled, ...data }) {
      if (hostContext) setContext(hostContext)
      delivery.take(data)
      if (cancelled !== undefined) delivery.cancel(cancelled === true ? undefined : cancelled)
    },
    setDisplayMode(mode) {
      const declared = bridge?.getAppCapabilities()?.availableDisplayModes
      const isKnown = context.availableDisplayModes?.includes(mode) !== false && (declared?.includes(mode) ?? true)
      // Back into the page is always possible: it is the user's way out.
      if (mode === surface.mode || (mode !== 'inline' && (!isKnown || state !== 'ready'))) return surface.mode
      surface.setMode(mode)
      sizing.setDimensions(room())
      setContext({ displayMode: mode, containerDimensions: room() })
      hub.tell('displaymode', mode)
      return mode
    },
    async reload() {
      if (state === 'closed') throw closed()
      await stop('reload')
      ready = start()
      ready.catch(() => {})
      return ready
    },
    async freeze() {
      if (state !== 'ready') return
      surface.cover(placeholder(delivery.text() || title, mounted))
      setState('frozen')
      await stop('frozen')
    },
    thaw() {
      if (state !== 'frozen') return
      ready = start()
      ready.catch(() => {})
    },
    dispose: (reason = 'closed by the host') => (disposing ??= dispose(reason)),
  }

  const dispose = async (reason: string): Promise<void> => {
    setState('closed')
    leaveLiveSet()
    await stop(reason)
    scope.close()
    surface.dispose()
  }

  const view = crypto.randomUUID()
  if (signal) scope.listen(signal, 'abort', () => void mounted.dispose('aborted'))
  followRoom(surface, scope, () => setContext({ containerDimensions: room() }))
  let ready = signal?.aborted ? Promise.reject(closed()) : start()
  ready.catch(() => {})
  if (signal?.aborted) void mounted.dispose('aborted')
  else if (options.liveSet !== false)
    leaveLiveSet = (options.liveSet ?? pageLiveSet()).add({
      element: surface.element,
      mayFreeze: () => state === 'ready' && surface.mode === 'inline',
      freeze: () => void mounted.freeze(),
      thaw: () => mounted.thaw(),
    })
  return mounted
}

const closed = (): CasementError => new CasementError('CLOSED', 'The View was taken away before it was ready')

function placeholder(text: string, mounted: MountedApp): HTMLElement {
  const cover = h(
    'div',
    { class: 'frozen', role: 'button', tabindex: '0', 'aria-label': 'Show the view again' },
    text.slice(0, 2000),
  )
  cover.addEventListener('click', () => mounted.thaw())
  cover.addEventListener('keydown', ({ key }) => key === 'Enter' && mounted.thaw())
  return cover
}

/** Tells when the room changes, because the window or the container did. */
function followRoom(surface: Surface, scope: Scope, changed: () => void): void {
  let width = -1
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = surface.slot
    const now = surface.mode === 'inline' ? clientWidth : clientWidth * 1e5 + clientHeight
    if (now !== width && width !== -1) changed()
    width = now
  })
  observer.observe(surface.slot)
  scope.add(() => observer.disconnect())
}
