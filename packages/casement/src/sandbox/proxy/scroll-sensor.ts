/**
 * Puts the View into a box that scrolls by one pixel each way, though not by user input. `scrollIntoView` in a View scrolls every
 * ancestor, including the host page, and no policy prevents that; but it also moves this box, which the View can neither prevent nor
 * see. `scroll-padding` makes the box move wherever in the View the target is.
 */
export function detectScroll(frame: HTMLIFrameElement, onScroll: () => void): HTMLElement {
  const box = document.createElement('div')
  const content = document.createElement('div')
  box.id = 'feel'
  content.append(frame)
  box.append(content)
  const reset = (): void => box.scrollTo(1, 1)
  box.addEventListener('scroll', () => {
    if (box.scrollTop === 1 && box.scrollLeft === 1) return
    reset()
    onScroll()
  })
  new ResizeObserver(reset).observe(box)
  return box
}
