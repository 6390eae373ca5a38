import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { createModes, type Modes, type ModesOptions } from './modes.ts'
import type { Surface } from './surface.ts'

/** The dependencies of `createModeControl`. */
export interface ModeControlOptions extends Pick<ModesOptions, 'title' | 'pip' | 'split'> {
  readonly surface: Surface
  /** The host context, with the display modes of the page. */
  context(): McpUiHostContext
  /** The display modes that the View declared. */
  declared(): readonly DisplayMode[]
  /** True if there is a View that can change its mode. */
  isReady(): boolean
  /** The mode has changed. */
  onchange(mode: DisplayMode): void
}

/** Switches between the display modes that both the View and the page support. */
export interface ModeControl {
  /** Switches to a mode if both sides support it, and returns the current mode. */
  set(mode: DisplayMode): DisplayMode
  readonly toInline: () => void
  readonly dispose: Unsubscribe
}

/** Creates the mode control of one View. */
export function createModeControl({ surface, title, pip, split, ...options }: ModeControlOptions): ModeControl {
  let modes: Modes | undefined
  const change = (mode: DisplayMode): void => {
    modes?.set(mode)
    options.onchange(mode)
  }
  const toInline = (): void => {
    if (surface.mode !== 'inline') change('inline')
  }
  return {
    set(mode) {
      const available: readonly DisplayMode[] | undefined = options.context().availableDisplayModes
      const isSupported = available?.includes(mode) !== false && options.declared().includes(mode)
      // Returning to inline is always possible: it is the user's way out.
      if (mode === surface.mode || (mode !== 'inline' && !(isSupported && options.isReady()))) return surface.mode
      modes ??= createModes(surface, { title, pip, split, onexit: toInline })
      change(mode)
      return mode
    },
    toInline,
    dispose: () => modes?.dispose(),
  }
}
