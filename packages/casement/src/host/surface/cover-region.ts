import type { Unsubscribe } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'
import { adoptStyles } from './dom.ts'

const SPLIT_STYLE = 'dialog[data-mode=split] .slot { flex: 1; min-height: 0; height: auto !important; }'
const STYLES = [
  'position',
  'inset',
  'margin',
  'left',
  'top',
  'width',
  'height',
  'border',
  'borderRadius',
  'background',
  'visibility',
]

/**
 * Lays a popover exactly over a region of the page, and follows its size and place. The frame is not moved into the region, because
 * that would reload it.
 */
export function coverRegion(dialog: HTMLDialogElement, region: HTMLElement): Unsubscribe {
  const scope = new Scope()
  adoptStyles(dialog.getRootNode(), SPLIT_STYLE)
  const before = { width: dialog.style.width }
  let frame = 0
  const place = (): void => {
    frame = 0
    const { left, top, width, height } = region.getBoundingClientRect()
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: 'auto',
      margin: '0',
      left: `${left}px`,
      top: `${top}px`,
      height: `${height}px`,
      border: '0',
      borderRadius: '0',
      background: 'Canvas',
      // A region that is not displayed has no size.
      visibility: width > 0 && height > 0 ? 'visible' : 'hidden',
    })
    dialog.style.setProperty('width', `${width}px`, 'important')
  }
  const schedule = (): void => {
    frame ||= requestAnimationFrame(place)
  }
  const observer = new ResizeObserver(schedule)
  observer.observe(region)
  // The page may move the region without resizing it.
  observer.observe(document.documentElement)
  scope.add(() => observer.disconnect())
  scope.add(() => cancelAnimationFrame(frame))
  scope.listen(window, 'resize', schedule)
  scope.listen(document, 'scroll', schedule, { capture: true, passive: true })
  scope.add(() => {
    for (const name of STYLES) dialog.style[name as 'left'] = ''
    Object.assign(dialog.style, before)
  })
  place()
  return () => scope.close()
}
