import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'

/** The height that a View requests: that of its content, that of its container, or a fixed one in px. */
export type Sizing = 'content' | 'fill' | { height: number }

/** The part of an App that auto-resize uses. */
export interface ResizableApp {
  getHostContext(): McpUiHostContext | undefined
  sendSizeChanged(size: { width?: number; height?: number }): Promise<unknown>
}

// A report changes the viewport. If that changes the content this many times in a row, it is a loop.
const MAX_ECHOES = 4

/**
 * Reports the height of the content whenever it changes, at most once a frame, until stopped.
 *
 * The root gets `height: auto` once, so that `height: 100%` further down does not measure the viewport. Heights in `vh` remain: content
 * that changed only because the viewport did is an echo of our own report.
 * A chain of echoes stops the reports with an error, until the content changes on its own.
 */
export function startAutoResize(app: ResizableApp, sizing: Sizing, onError: (error: unknown) => void): Unsubscribe {
  const root = document.documentElement
  let height = 0
  let viewport = innerHeight
  let echoes = 0
  const observer = new ResizeObserver(() => {
    const container = app.getHostContext()?.containerDimensions ?? {}
    const isFixed = sizing === 'fill' || 'height' in container
    root.style.height = isFixed ? '' : 'auto'
    const measured = typeof sizing === 'object' ? sizing.height : contentHeight(root)
    if (measured === height) return
    echoes = innerHeight === viewport ? 0 : echoes + 1
    height = measured
    viewport = innerHeight
    if (echoes === MAX_ECHOES) onError(resizeLoop())
    if (isFixed || echoes >= MAX_ECHOES) return
    // A closed connection is reported elsewhere.
    app.sendSizeChanged({ height, ...('maxWidth' in container && { width: root.scrollWidth }) }).catch(() => {})
  })
  observer.observe(root)
  return () => observer.disconnect()
}

/**
 * The height of the content without a scrollbar beside it. With one, content whose height follows its width, such as a canvas, is lower:
 * the frame would get that height, and the scrollbar would stay.
 */
function contentHeight(root: HTMLElement): number {
  const { overflow } = root.style
  root.style.overflow = 'hidden'
  const { height } = root.getBoundingClientRect()
  root.style.overflow = overflow
  return Math.ceil(height)
}

const resizeLoop = (): CasementError =>
  new CasementError('OVER_BUDGET', "Auto-resize stopped: the content grows with its frame. Avoid height: 100vh in the View's CSS")
