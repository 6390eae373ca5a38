import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { MODES } from '../bridge/display-modes.ts'
import type { MountOptions } from './options.ts'
import type { ContainerDimensions } from '../surface/sizing-control.ts'

const MAX_INLINE_HEIGHT = 4000

/** The theme of a page: the color scheme of the element, else the user's preference. */
export function themeOf(element: Element): 'light' | 'dark' {
  const schemes = getComputedStyle(element).colorScheme.split(' ')
  // A page without a color scheme is rendered light, whatever the user prefers.
  if (!schemes.includes('dark')) return 'light'
  return schemes.includes('light') && !matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark'
}

/** The detected host context. Fields given by the host take precedence. */
export function baseContext(
  { tool, hostContext, hostInfo, split, displayModes = split ? [...MODES, 'split'] : MODES }: MountOptions,
  theme: 'light' | 'dark',
): McpUiHostContext {
  return {
    toolInfo: { tool: { inputSchema: { type: 'object' }, ...tool } },
    theme,
    locale: navigator.language || resolved().locale,
    timeZone: timeZone(),
    platform: 'web',
    deviceCapabilities: { touch: matchMedia('(any-pointer: coarse)').matches, hover: matchMedia('(any-hover: hover)').matches },
    ...(hostInfo && { userAgent: `${hostInfo.name}/${hostInfo.version}` }),
    displayMode: 'inline',
    availableDisplayModes: displayModes as McpUiDisplayMode[], // the bridge hides drafts from Views that do not know them
    ...hostContext,
  }
}

interface HasTemporal {
  readonly Temporal?: { readonly Now: { timeZoneId(): string } }
}

// The first use of Intl loads calendars and patterns, which takes a tenth of the time to the first View.
const timeZone = (): string => (globalThis as HasTemporal).Temporal?.Now.timeZoneId() ?? resolved().timeZone

const resolved = (): Intl.ResolvedDateTimeFormatOptions => Intl.DateTimeFormat().resolvedOptions()

/** The space for a View in each display mode: inline it chooses its height, elsewhere it fills the space. */
export function dimensionsFor(
  mode: DisplayMode,
  slot: HTMLElement,
  inline: ContainerDimensions | undefined,
): ContainerDimensions {
  const { clientWidth: width, clientHeight: height } = slot
  if (mode === 'inline') return inline ?? { width, maxHeight: MAX_INLINE_HEIGHT }
  return { width, height }
}
