import { restoreListeners } from './window-listeners.ts'

/** A View for a page that was opened blank, and the size that its frame will have. */
export interface LateView {
  readonly html: string
  readonly width: number
  readonly height: number
}

/** The key of the message that carries it from the proxy. */
export const LATE_VIEW = 'dev.casement/view'

// A frame that was moved learns of its new size a moment later, and a View may read it only once.
const RESIZE_TIMEOUT_MS = 250

/**
 * Lets the proxy write a View into this page, which was opened blank, ahead of time, at the View's origin and with its policy: the
 * cost of the navigation is then paid before the View is mounted. Accepts one message, from the proxy only.
 */
export function acceptLateView(): void {
  const onMessage = ({ source, data }: MessageEvent<{ readonly [LATE_VIEW]?: LateView } | null>): void => {
    const view = source === parent && data?.[LATE_VIEW]
    if (!view) return
    removeEventListener('message', onMessage)
    whenSized(view, () => {
      document.open()
      restoreListeners()
      document.write(view.html)
      document.close()
    })
  }
  addEventListener('message', onMessage)
}

function whenSized({ width, height }: LateView, callback: () => void): void {
  const isSized = (): boolean => innerWidth === width && innerHeight === height
  if (isSized()) return callback()
  const onResize = (): void => {
    if (isSized()) done()
  }
  const done = (): void => {
    removeEventListener('resize', onResize)
    clearTimeout(timer)
    callback()
  }
  const timer = setTimeout(done, RESIZE_TIMEOUT_MS)
  addEventListener('resize', onResize)
}
