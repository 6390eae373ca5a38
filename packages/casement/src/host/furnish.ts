import type { Undo } from '../protocol/runtime.ts'
import { dress } from './display/dom.ts'
import { followSize } from './display/follow-size.ts'
import type { Surface } from './display/surface.ts'
import { WAIT_STYLE } from './display/wait-style.ts'
import { themeOf } from './mount-context.ts'
import type { MountOptions } from './mount-options.ts'
import type { Room } from './mount-room.ts'

/** What a room can do without for a moment: it shows that somebody waits, and follows the size and the theme of the page. */
export function furnish(room: Room, surface: Surface, { hostContext }: MountOptions): Undo {
  dress(surface.slot.getRootNode(), WAIT_STYLE)
  const unfollow = followSize(surface, () => room.resized())
  if (hostContext?.theme !== undefined) return unfollow
  const around = surface.element.parentElement ?? document.body
  const preference = matchMedia('(prefers-color-scheme: dark)')
  const change = (): void => room.setContext({ theme: themeOf(around) })
  preference.addEventListener('change', change)
  return () => {
    unfollow()
    preference.removeEventListener('change', change)
  }
}
