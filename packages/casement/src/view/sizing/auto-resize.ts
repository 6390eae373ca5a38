import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'

/** How tall the View wants to be: as its content, as the host makes it, or a fixed height in px. */
export type Sizing = 'content' | 'fill' | { height: number }

/** What size reporting needs of an App. */
export interface SizeReporter {
  getHostContext(): McpUiHostContext | undefined
  sendSizeChanged(size: { width?: number; height?: number }): Promise<unknown>
}

// A report changes the viewport; where that changes the content again, and so on, it is a loop after this many.
const MAX_ECHOES = 4

/**
 * Reports the height of the content whenever it really changes, until undone. A ResizeObserver speaks at most once a frame.
 *
 * The root's own height is taken out of play once (`height: auto`), so that `height: 100%` further down does not measure the
 * viewport, and no style is touched while measuring. Heights in `vh` remain: content that changed only because the viewport
 * did is an echo of our own report. A chain of echoes ends the reports and is told, until the content changes by itself.
 */
export function reportSize(sizing: Sizing, app: SizeReporter, stuck?: () => void): Unsubscribe {
  const root = document.documentElement
  let height = 0
  let viewport = innerHeight
  let echoes = 0
  const observer = new ResizeObserver(() => {
    const given = app.getHostContext()?.containerDimensions ?? {}
    const fixed = sizing === 'fill' || 'height' in given
    root.style.height = fixed ? '' : 'auto'
    const measured = (sizing as { height?: number }).height ?? Math.ceil(root.getBoundingClientRect().height)
    if (measured === height) return
    echoes = innerHeight === viewport ? 0 : echoes + 1
    height = measured
    viewport = innerHeight
    if (echoes === MAX_ECHOES) stuck?.()
    // Where there is no connection, whoever asked for it hears of that; a size need not tell it again.
    if (!fixed && echoes < MAX_ECHOES)
      app.sendSizeChanged({ height, ...('maxWidth' in given && { width: root.scrollWidth }) }).catch(() => {})
  })
  observer.observe(root)
  return () => observer.disconnect()
}
