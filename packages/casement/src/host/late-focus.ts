import { focused } from './surface/dom.ts'
import type { FocusGuard, FocusRights } from './surface/focus-guard.ts'
import { care } from './late-care.ts'

/** A guard of the focus that may still be on its way. */
export interface LateFocusGuard extends Pick<FocusGuard, 'scrolled' | 'stop'> {
  /** True when the user turned to this frame, and to nothing else since. Who asks too early waits for the answer. */
  hasUser(): boolean | Promise<boolean>
}

/** Has the focus guarded as soon as there is what guards it. What a View has taken by then it does not keep. */
export function guardFocusLater(frame: HTMLIFrameElement, rights: FocusRights, fail: (error: Error) => void): LateFocusGuard {
  const before = focused()
  let guard: FocusGuard | undefined
  let isOver = false
  const begin = async (): Promise<void> => {
    const { guardFocus } = await care.load()
    if (!isOver) guard = guardFocus(frame, rights, before)
  }
  const coming = begin().catch(fail)
  return {
    hasUser: () => (guard ? guard.hasUser() : coming.then(() => guard?.hasUser() ?? false)),
    scrolled: () => guard?.scrolled(),
    stop() {
      isOver = true
      guard?.stop()
    },
  }
}
