import type { McpUiDisplayMode, McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { MountOptions } from './options.ts'
import type { ContainerDimensions } from '../surface/sizing-control.ts'

const TALLEST_INLINE = 4000

/** The theme that a page is in: what its elements are drawn with, else what the user prefers. */
export function themeOf(element: Element): 'light' | 'dark' {
  const schemes = getComputedStyle(element).colorScheme.split(' ')
  // A page that says nothing is drawn light, whatever the user prefers elsewhere.
  if (!schemes.includes('dark')) return 'light'
  return schemes.includes('light') && !matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark'
}

/** What every View is told, from what the page can know. The host's own words win. */
export function baseContext(
  { tool, hostContext, hostInfo, displayModes = ['inline', 'fullscreen', 'pip'] }: MountOptions,
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
    availableDisplayModes: [...displayModes],
    ...hostContext,
  }
}

interface HasTemporal {
  readonly Temporal?: { readonly Now: { timeZoneId(): string } }
}

// The first to ask Intl in a page waits for its calendars and patterns, a tenth of the time in which the first View is there.
const timeZone = (): string => (globalThis as HasTemporal).Temporal?.Now.timeZoneId() ?? resolved().timeZone

const resolved = (): Intl.ResolvedDateTimeFormatOptions => Intl.DateTimeFormat().resolvedOptions()

/** The room for a View in each mode: in the flow it chooses its height, elsewhere it fills what it gets. */
export function roomFor(mode: McpUiDisplayMode, slot: HTMLElement, inline: ContainerDimensions | undefined): ContainerDimensions {
  const { clientWidth: width, clientHeight: height } = slot
  if (mode === 'inline') return inline ?? { width, maxHeight: TALLEST_INLINE }
  return { width, height }
}
