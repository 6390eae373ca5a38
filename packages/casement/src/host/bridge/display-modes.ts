import { SPLIT_CAPABILITY } from '../../protocol/constants.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { McpUiAppCapabilities } from '../../protocol/schemas/index.ts'

/** The display modes of the specification. */
export const MODES: readonly DisplayMode[] = ['inline', 'fullscreen', 'pip']

/** The display modes of a View. One that declares none has those of the specification; the draft mode is declared as an extension. */
export const declaredModes = (view: McpUiAppCapabilities | undefined): readonly DisplayMode[] => {
  const modes = view?.availableDisplayModes ?? MODES
  return view?.experimental?.[SPLIT_CAPABILITY] ? [...modes, 'split'] : modes
}
