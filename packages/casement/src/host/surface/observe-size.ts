import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Surface } from './surface.ts'

/**
 * Calls back when the window or the container changes the size of the slot, and once initially. In inline mode only the width counts,
 * because the View itself sets the height.
 */
export function observeSize(surface: Surface, onresize: () => void): Unsubscribe {
  let previous: string | undefined
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = surface.slot
    const current = `${surface.mode} ${clientWidth} ${surface.mode === 'inline' ? '' : clientHeight}`
    if (current !== previous) onresize()
    previous = current
  })
  observer.observe(surface.slot)
  return () => observer.disconnect()
}
