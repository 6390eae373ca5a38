import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { createModes, type Modes, type ModesOptions } from './modes.ts'
import type { Surface } from './surface.ts'

/** What deciding about display modes takes. */
export interface ModeWorld extends Pick<ModesOptions, 'title' | 'pip'> {
  readonly surface: Surface
  /** What the View is told of its surroundings, with the modes that the page has. */
  context(): McpUiHostContext
  /** The modes that the View has. */
  declared(): readonly McpUiDisplayMode[] | undefined
  /** True when there is a View to show elsewhere. */
  isReady(): boolean
  /** It is shown in this mode now. */
  changed(mode: McpUiDisplayMode): void
}

/** Shows a View where it and the page agree to have it. */
export interface ModeControl {
  /** Shows it in another mode, if both know that mode, and returns the one that holds then. */
  set(mode: McpUiDisplayMode): McpUiDisplayMode
  readonly toInline: () => void
  readonly dispose: Unsubscribe
}

/** Makes the control of one View. */
export function createModeControl({ surface, title, pip, ...world }: ModeWorld): ModeControl {
  let modes: Modes | undefined
  const change = (mode: McpUiDisplayMode): void => {
    modes?.set(mode)
    world.changed(mode)
  }
  const toInline = (): void => {
    if (surface.mode !== 'inline') change('inline')
  }
  return {
    set(mode) {
      const isKnown =
        world.context().availableDisplayModes?.includes(mode) !== false && (world.declared()?.includes(mode) ?? true)
      // Back into the page is always possible: it is the user's way out.
      if (mode === surface.mode || (mode !== 'inline' && !(isKnown && world.isReady()))) return surface.mode
      modes ??= createModes(surface, { title, pip, onexit: toInline })
      change(mode)
      return mode
    },
    toInline,
    dispose: () => modes?.dispose(),
  }
}
