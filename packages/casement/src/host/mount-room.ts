import type { Runtime } from '../protocol/runtime.ts'
import type { Scope } from '../protocol/scope.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../protocol/schemas/index.ts'
import type { AppBridge } from './bridge.ts'
import type { Surface } from './display/surface.ts'
import { baseContext, roomFor, themeOf } from './mount-context.ts'
import type { EventHub } from './mount-events.ts'
import type { MountOptions } from './mount-options.ts'
import { createSizingControl } from './sizing-control.ts'

/** What surrounds a View: its size, its display mode, its theme, and all that it is told about them. */
export interface Room {
  context(): McpUiHostContext
  setContext(changes: McpUiHostContext): void
  /** Shows the View in another mode, if it and the page know that mode, and returns the one that holds. */
  setMode(mode: McpUiDisplayMode): McpUiDisplayMode
  /** From now on this one is told and heard; or nobody. */
  attach(bridge: AppBridge | undefined): void
}

/** Furnishes the room of one View. `isReady` says whether there is a View to show elsewhere. */
export function createRoom(
  surface: Surface,
  options: MountOptions,
  hub: EventHub,
  scope: Scope,
  runtime: Runtime,
  isReady: () => boolean,
): Room {
  const dimensions = (): NonNullable<McpUiHostContext['containerDimensions']> =>
    roomFor(surface.mode, surface.slot, options.containerDimensions)
  let bridge: AppBridge | undefined
  let context: McpUiHostContext = { ...baseContext(options, themeOf(surface.element)), containerDimensions: dimensions() }
  const sizing = createSizingControl(
    (size) => {
      surface.setInlineSize(size.height ?? surface.slot.clientHeight, size.width)
      hub.tell('size', size)
    },
    dimensions(),
    runtime,
  )
  scope.add(() => sizing.dispose())
  const fixed = options.containerDimensions as { height?: number; width?: number } | undefined
  if (fixed?.height !== undefined) surface.setInlineSize(fixed.height, fixed.width)

  const room: Room = {
    context: () => context,
    setContext(changes) {
      context = { ...context, ...changes }
      if (changes.theme) surface.setTheme(changes.theme)
      bridge?.setHostContext(context)
    },
    setMode(mode) {
      const declared = bridge?.getAppCapabilities()?.availableDisplayModes
      const isKnown = context.availableDisplayModes?.includes(mode) !== false && (declared?.includes(mode) ?? true)
      // Back into the page is always possible: it is the user's way out.
      if (mode === surface.mode || (mode !== 'inline' && !(isKnown && isReady()))) return surface.mode
      surface.setMode(mode)
      sizing.setDimensions(dimensions())
      room.setContext({ displayMode: mode, containerDimensions: dimensions() })
      hub.tell('displaymode', mode)
      return mode
    },
    attach(next) {
      bridge = next
      if (!next) return
      next.addEventListener('sizechange', (size) => {
        if (surface.mode === 'inline') sizing.report(size)
      })
      // The gate has checked what both sides know; the bridge tells the View what came of it.
      next.onrequestdisplaymode ??= ({ mode }) => ({ mode: room.setMode(mode) })
    },
  }
  if (options.hostContext?.theme === undefined) {
    const around = surface.element.parentElement ?? document.body
    scope.listen(matchMedia('(prefers-color-scheme: dark)'), 'change', () => room.setContext({ theme: themeOf(around) }))
  }
  followSize(surface, scope, () => {
    sizing.setDimensions(dimensions())
    room.setContext({ containerDimensions: dimensions() })
  })
  return room
}

/** Tells when the room changes because the window or the container did. In the flow the height is the View's own doing. */
function followSize(surface: Surface, scope: Scope, changed: () => void): void {
  let last: string | undefined
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = surface.slot
    const now = `${surface.mode} ${clientWidth} ${surface.mode === 'inline' ? '' : clientHeight}`
    if (last !== undefined && now !== last) changed()
    last = now
  })
  observer.observe(surface.slot)
  scope.add(() => observer.disconnect())
}
