import { CasementError } from '../protocol/errors.ts'
import type { Undo } from '../protocol/runtime.ts'
import type { McpUiHostContext } from '../protocol/schemas/index.ts'

/** How tall the View wants to be: as its content, as the host makes it, or a fixed height in px. */
export type Sizing = 'content' | 'fill' | { height: number }

/** What size reporting needs from the App. */
export interface SizeReporter {
  getHostContext(): McpUiHostContext | undefined
  sendSizeChanged(size: { width?: number; height?: number }): unknown
  subscribe(changed: () => void): Undo
}

// A report may change the viewport, and that the content, and so on. After this many in a row it is a loop.
const MAX_ECHOES = 4

/**
 * Reports the height of the content whenever it really changes, until undone.
 *
 * In content mode the root's own height is taken out of play once (`height: auto`), so that `height: 100%` further down does
 * not measure the viewport, and no style is touched while measuring. Heights in `vh` remain: content that only ever changes
 * because the viewport just did is an echo of our own report, and a chain of echoes ends the reports with a diagnosis, until
 * the content changes by itself.
 */
export function reportSize(app: SizeReporter, sizing: Sizing, fail: (error: CasementError) => void): Undo {
  const { documentElement: root, body } = document
  let frame = 0
  let [height, viewport, width, sent, echoes] = [0, innerHeight, innerWidth, '', 0]

  const measure = (): void => {
    frame = 0
    const given = app.getHostContext()?.containerDimensions ?? {}
    const content = sizing === 'content' && !('height' in given)
    root.style.height = content ? 'auto' : ''
    const before = height
    height = typeof sizing === 'object' ? sizing.height : Math.ceil(root.getBoundingClientRect().height)
    if (height !== before) echoes = innerHeight !== viewport && innerWidth === width ? echoes + 1 : 0
    ;[viewport, width] = [innerHeight, innerWidth]
    const size = {
      ...('height' in given || sizing === 'fill' ? {} : { height }),
      ...('maxWidth' in given ? { width: root.scrollWidth } : {}),
    }
    const text = JSON.stringify(size)
    if (text === sent || text === '{}' || echoes > MAX_ECHOES) return
    if (echoes === MAX_ECHOES)
      return fail(
        new CasementError(
          'OVER_BUDGET',
          'The height of the content follows that of the frame (100vh?): size reports stopped. See `sizing`.',
        ),
      )
    sent = text
    app.sendSizeChanged(size)
  }
  const later = (): void => {
    frame ||= requestAnimationFrame(measure)
  }
  const observer = new ResizeObserver(later)
  observer.observe(root)
  observer.observe(body)
  const unsubscribe = app.subscribe(later)
  later()
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    unsubscribe()
    root.style.height = ''
  }
}
