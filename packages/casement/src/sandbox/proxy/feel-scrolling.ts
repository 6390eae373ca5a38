/**
 * Puts the View into a box that can be scrolled by a pixel each way, though not by a person. `scrollIntoView` in a View scrolls
 * everything around it, the host page included, and no policy forbids that; but it moves this box on its way, which the View can
 * neither prevent nor see. With nothing of the box counting as in sight, it moves whatever the View wants to show.
 */
export function feelScrolling(frame: HTMLIFrameElement, felt: () => void): HTMLElement {
  const box = document.createElement('div')
  const room = document.createElement('div')
  box.id = 'feel'
  room.append(frame)
  box.append(room)
  const settle = (): void => box.scrollTo(1, 1)
  box.addEventListener('scroll', () => {
    if (box.scrollTop === 1 && box.scrollLeft === 1) return
    settle()
    felt()
  })
  new ResizeObserver(settle).observe(box)
  return box
}
