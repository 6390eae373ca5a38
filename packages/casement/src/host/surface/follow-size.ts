import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Surface } from './surface.ts'

/**
 * Tells when the room changes because the window or the container did, and once at the beginning, because it may have changed before.
 * In the flow the height is the View's own doing.
 */
export function followSize(surface: Surface, changed: () => void): Unsubscribe {
  let last: string | undefined
  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = surface.slot
    const now = `${surface.mode} ${clientWidth} ${surface.mode === 'inline' ? '' : clientHeight}`
    if (now !== last) changed()
    last = now
  })
  observer.observe(surface.slot)
  return () => observer.disconnect()
}
