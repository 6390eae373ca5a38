import type { Runtime } from '../../protocol/runtime.ts'
import type { Scope } from '../../protocol/scope.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { ModeControl } from '../surface/mode-control.ts'
import type { Surface } from '../surface/surface.ts'
import { care } from '../late-care.ts'
import { baseContext, roomFor } from './page-context.ts'
import type { EventHub } from './events.ts'
import { titleOf, type MountOptions } from './options.ts'
import type { FrameSize, SizingControl } from '../surface/sizing-control.ts'

/** What surrounds a View: its size, its display mode, its theme, and all that it is told about them. */
export interface Room {
  readonly context: () => McpUiHostContext
  setContext(changes: McpUiHostContext): void
  /** There is more or less room than before, and perhaps something else has changed with it. */
  resized(changes?: McpUiHostContext): void
  /** Shows the View in another mode, if it and the page know that mode, and resolves to the one that holds then. */
  readonly setMode: (mode: McpUiDisplayMode) => Promise<McpUiDisplayMode>
  /** Back into the flow of the page, at once. */
  readonly toInline: () => void
  /** From now on this one is told and heard; or nobody. */
  attach(bridge: AppBridge | undefined): void
}

type Reported = Parameters<SizingControl['report']>[0]

/** Furnishes the room of one View. `isReady` says whether there is a View to show elsewhere. */
export function createRoom(
  surface: Surface,
  theme: 'light' | 'dark',
  options: MountOptions,
  hub: EventHub,
  scope: Scope,
  runtime: Runtime,
  isReady: () => boolean,
): Room {
  const dimensions = (): NonNullable<McpUiHostContext['containerDimensions']> =>
    roomFor(surface.mode, surface.slot, options.containerDimensions)
  let bridge: AppBridge | undefined
  let modes: ModeControl | undefined
  let sizing: SizingControl | undefined
  let early: Reported | undefined
  scope.add(() => modes?.dispose())
  let context: McpUiHostContext = { ...baseContext(options, theme), containerDimensions: dimensions() }
  const apply = (size: FrameSize): void => {
    surface.setInlineSize(size.height ?? surface.slot.clientHeight, size.width)
    hub.tell('size', size)
  }
  const takeSize = async (size: Reported): Promise<void> => {
    // What gives Views their sizes is on its way with the first of them. The last size that was reported meanwhile is the one to give.
    early = { ...early, ...size }
    const { createDampedSizing } = care.now() ?? (await care.load())
    sizing ??= createDampedSizing(apply, dimensions(), runtime)
    if (early && bridge) sizing.report(early)
    early = undefined
  }
  scope.add(() => sizing?.dispose())
  const fixed = options.containerDimensions as { height?: number; width?: number } | undefined
  if (fixed?.height !== undefined) surface.setInlineSize(fixed.height, fixed.width)

  const room: Room = {
    context: () => context,
    setContext(changes) {
      context = { ...context, ...changes }
      if (changes.theme) surface.setTheme(changes.theme)
      bridge?.setHostContext(context)
    },
    resized(changes) {
      sizing?.setDimensions(dimensions())
      room.setContext({ ...changes, containerDimensions: dimensions() })
    },
    async setMode(mode) {
      // Who asks twice before there is what shows it elsewhere gets both, in this order.
      const { createModeControl } = care.now() ?? (await care.load())
      modes ??= createModeControl({
        surface,
        title: titleOf(options),
        pip: options.pip,
        isReady,
        context: room.context,
        declared: () => bridge?.getAppCapabilities()?.availableDisplayModes,
        changed(displayMode) {
          room.resized({ displayMode })
          hub.tell('displaymode', displayMode)
        },
      })
      return modes.set(mode)
    },
    toInline: () => modes?.toInline(),
    attach(next) {
      bridge = next
      if (!next) return
      next.addEventListener('sizechange', (size) => {
        if (surface.mode === 'inline') void takeSize(size).catch(() => {})
      })
      // The gate has checked what both sides know; the bridge tells the View what came of it.
      next.onrequestdisplaymode ??= async ({ mode }) => ({ mode: await room.setMode(mode) })
    },
  }
  return room
}
