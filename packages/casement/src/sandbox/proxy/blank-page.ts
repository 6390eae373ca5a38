import { listenAgain } from './listening.ts'

/** A View for a page that was opened blank, and the room that it will have. */
export interface LateView {
  readonly html: string
  readonly width: number
  readonly height: number
}

/** Under this name the proxy sends it. */
export const LATE_VIEW = 'dev.casement/view'

// A frame that was moved has its new size a moment later, and a View may look at it only once. Longer, nobody would wait.
const SIZE_MS = 250

/**
 * Lets the proxy write a View into this page. It was opened blank, ahead of time, at the View's origin and under its policy: what
 * a navigation costs is paid before anybody waits. Only the proxy is heard, and only once.
 */
export function takeLateView(): void {
  const hear = ({ source, data }: MessageEvent<{ readonly [LATE_VIEW]?: LateView } | null>): void => {
    const view = source === parent && data?.[LATE_VIEW]
    if (!view) return
    removeEventListener('message', hear)
    whenSized(view, () => {
      document.open()
      listenAgain()
      document.write(view.html)
      document.close()
    })
  }
  addEventListener('message', hear)
}

function whenSized({ width, height }: LateView, act: () => void): void {
  const isSized = (): boolean => innerWidth === width && innerHeight === height
  if (isSized()) return act()
  const look = (): void => {
    if (isSized()) done()
  }
  const done = (): void => {
    removeEventListener('resize', look)
    clearTimeout(late)
    act()
  }
  const late = setTimeout(done, SIZE_MS)
  addEventListener('resize', look)
}
