import type { Unsubscribe } from '../../protocol/runtime.ts'
import { dress } from './dom.ts'
import { followSize } from './follow-size.ts'
import type { Surface } from './surface.ts'
import { WAIT_STYLE } from './wait-style.ts'
import { themeOf } from '../mount/page-context.ts'
import type { MountOptions } from '../mount/options.ts'
import type { Room } from '../mount/mount-room.ts'

/** What a room can do without for a moment: it shows that somebody waits, and follows the size and the theme of the page. */
export function furnish(room: Room, surface: Surface, { hostContext }: MountOptions): Unsubscribe {
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
