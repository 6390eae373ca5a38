import { Scope } from '../protocol/scope.ts'
import type { Undo } from '../protocol/runtime.ts'

// As long as browsers take a click to have happened just now.
const RECENT_MS = 5000
const TAB_MS = 1000

/** What the user did to the page last, as far as the page can see. */
export interface UserTrace {
  /** The pointer is over the frame. */
  readonly isOver: boolean
  readonly sinceTab: number
  /** Milliseconds since the page itself, outside of frames, last saw a key or a pointer pressed. */
  readonly sinceInput: number
  /** The browser saw the user act in this page or a frame of it. */
  readonly isActive: boolean
}

/** True when the focus that a frame has got can be the user's doing: pointed at, tabbed to, or touched where the page sees nothing. */
export const isUsersFocus = ({ isOver, sinceTab, sinceInput, isActive }: UserTrace): boolean =>
  isOver || sinceTab < TAB_MS || (isActive && sinceInput > RECENT_MS)

/**
 * Gives the focus back when a frame takes it by itself, and puts the page back where it was scrolled to: both belong to the
 * user. While the View fills the screen the frame may have it.
 */
export function guardFocus(frame: HTMLIFrameElement, mayFocus: () => boolean): Undo {
  const scope = new Scope()
  const root = frame.getRootNode() as Document | ShadowRoot
  let isOver = false
  let tabAt = -Infinity
  let inputAt = -Infinity
  let before: Element | null = document.activeElement
  let scroll = [scrollX, scrollY] as const

  const inPage = { capture: true, passive: true }
  scope.listen(frame, 'pointerenter', () => (isOver = true))
  scope.listen(frame, 'pointerleave', () => (isOver = false))
  scope.listen(
    document,
    'keydown',
    ({ key }: KeyboardEvent) => (key === 'Tab' ? (tabAt = performance.now()) : (inputAt = performance.now())),
    inPage,
  )
  scope.listen(document, 'pointerdown', () => (inputAt = performance.now()), inPage)
  scope.listen(
    document,
    'focusin',
    ({ target }: FocusEvent) => {
      if (root.activeElement !== frame) before = target as Element
    },
    inPage,
  )
  scope.listen(
    document,
    'scroll',
    () => {
      if (root.activeElement !== frame) scroll = [scrollX, scrollY]
    },
    inPage,
  )
  // The window loses the focus to its frame; there is no other sign of it.
  scope.listen(window, 'blur', () => {
    if (root.activeElement !== frame || mayFocus()) return
    const now = performance.now()
    const isActive = navigator.userActivation?.isActive ?? true
    if (isUsersFocus({ isOver, sinceTab: now - tabAt, sinceInput: now - inputAt, isActive })) return
    frame.blur()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    else window.focus()
    scrollTo({ left: scroll[0], top: scroll[1], behavior: 'instant' })
  })
  return () => scope.close()
}
