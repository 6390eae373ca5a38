import { CasementError } from '../../protocol/errors.ts'
import type { Dispose } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'
import { focusedElement } from './dom.ts'
import { trackScroll, type ScrollTracker } from './scroll-guard.ts'

// A focus change within this time after Tab is caused by it.
const TAB_MS = 1000
// The user is typing if the last key press is more recent than this and the pointer has not been used since.
const TYPING_MS = 700
const CHECK_DELAY_MS = 50
// A View that steals the focus this often within the window is stopped.
const MAX_THEFTS = 10
const THEFT_WINDOW_MS = 1000
// The lifetime of transient user activation in browsers.
const ACTIVATION_MS = 5000

/** The user's latest actions, as far as the page can observe them. */
export interface UserActivity {
  /** The pointer is known to be over a frame. */
  readonly isOverFrame: boolean
  readonly msSinceTab: number
  /** Milliseconds since the user typed into the page. */
  readonly msSinceTyping: number
  /** The pointer was used in the page after the last key press. */
  readonly hasPointed: boolean
  /** The page, including its frames, has transient user activation. */
  readonly isActivated: boolean
  /** A View that the user could have clicked is visible. */
  readonly isViewVisible: boolean
}

/**
 * True if the user can have moved the focus to a frame. A page does not see clicks in its frames, and cannot always tell that the pointer
 * is over one. It can only rule the user out: no View was visible, the user did nothing, or the user was typing elsewhere.
 */
export const isUserInitiated = (activity: UserActivity): boolean => {
  const { isOverFrame, msSinceTab, msSinceTyping, hasPointed, isActivated, isViewVisible } = activity
  return isOverFrame || msSinceTab < TAB_MS || (isViewVisible && isActivated && (msSinceTyping > TYPING_MS || hasPointed))
}

/** The focus guard of one frame. */
export interface FocusGuard {
  /** True if the user's latest interaction was in this frame. */
  isInUse(): boolean
  /** Handles a report that the frame has scrolled the page. It is reverted, unless the user caused it. */
  pageScrolled(): void
  dispose: Dispose
}

/** The options of a guarded frame. */
export interface FocusGuardOptions {
  /** The frame fills the screen and may keep the focus. */
  isFullscreen(): boolean
  /** The View is shown. */
  isShown(): boolean
  /** The View keeps stealing the focus, so that the user cannot use the page. */
  onabuse(error: Error): void
}

// Shared by the page, because only a check of all frames tells which one has taken the focus.
let shared: PageFocusGuard | undefined

/** Returns the focus when a View steals it, and reverts the scrolling that comes with it. A fullscreen View may keep the focus. */
export function guardFocus(frame: HTMLIFrameElement, options: FocusGuardOptions): FocusGuard {
  const guard = (shared ??= new PageFocusGuard())
  guard.add(frame, options)
  const isInUse = (): boolean => options.isFullscreen() || guard.hadLatestInteraction(frame)
  return {
    isInUse,
    pageScrolled() {
      if (!isInUse() || !isActivated()) guard.revertScroll()
    },
    dispose() {
      guard.remove(frame)
      if (!guard.isEmpty || shared !== guard) return
      guard.dispose()
      shared = undefined
    },
  }
}

interface Theft {
  readonly at: number
  /** Undefined if the active frame is not known. */
  readonly frame: HTMLIFrameElement | undefined
}

/** Watches the focus of the whole page on behalf of its guarded frames. */
class PageFocusGuard {
  readonly #scope = new Scope()
  readonly #frames = new Map<HTMLIFrameElement, FocusGuardOptions>()
  readonly #scroll: ScrollTracker
  readonly #thefts: Theft[] = []
  /** The element of the page that last had the focus. */
  #previousFocus = focusedElement()
  #hovered: HTMLIFrameElement | undefined
  /** The frame to which the user moved the focus. */
  #usersFrame: HTMLIFrameElement | undefined
  #tabAt = -Infinity
  #typedAt = -Infinity
  // An activation from before the guard existed was most likely a press in the page, which led to this View.
  #pressedAt = isActivated() ? performance.now() : -Infinity
  #hasPointed = false

  constructor() {
    this.#scroll = trackScroll(this.#scope)
    this.#observeUser()
    this.#scope.listen(window, 'focus', () => (this.#usersFrame = undefined))
    this.#scope.listen(window, 'blur', () => this.#handleBlur())
  }

  get isEmpty(): boolean {
    return this.#frames.size === 0
  }

  add(frame: HTMLIFrameElement, options: FocusGuardOptions): void {
    this.#frames.set(frame, options)
    this.#scroll.track(frame)
    // The frame may have taken the focus before it was guarded.
    if (activeFrame() === frame) this.#checkFocus()
  }

  remove(frame: HTMLIFrameElement): void {
    this.#frames.delete(frame)
  }

  revertScroll(): void {
    this.#scroll.revert()
  }

  dispose(): void {
    this.#scope.close()
  }

  /** True if the user's latest interaction was in this frame. */
  hadLatestInteraction(frame: HTMLIFrameElement): boolean {
    if (this.#usersFrame === frame || (activeFrame() === frame && isUserInitiated(this.#activity()))) return true
    // A View's message can arrive before the focus event. Without a recent press in the page, the activation came from a frame.
    const now = performance.now()
    return Math.min(now - this.#typedAt, now - this.#pressedAt) >= ACTIVATION_MS
  }

  #observeUser(): void {
    const options = { capture: true, passive: true }
    const listen = (type: string, listener: (event: never) => void): void => this.#scope.listen(document, type, listener, options)
    listen('pointerover', (event: Event) => (this.#hovered = frameIn(event)))
    this.#scope.listen(document.documentElement, 'pointerleave', () => (this.#hovered = undefined), options)
    for (const type of ['pointermove', 'pointerdown', 'pointerover']) listen(type, () => (this.#hasPointed = true))
    listen('pointerdown', () => (this.#pressedAt = performance.now()))
    listen('keydown', (event: KeyboardEvent) => {
      if (event.key === 'Tab') this.#tabAt = performance.now()
      else if (isEditable(event)) this.#typedAt = performance.now()
      this.#hasPointed = false
    })
    listen('focusin', (event: Event) => {
      const [target] = event.composedPath()
      if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement)) this.#previousFocus = target
    })
  }

  #activity(): UserActivity {
    const now = performance.now()
    return {
      isOverFrame: this.#hovered !== undefined,
      msSinceTab: now - this.#tabAt,
      msSinceTyping: now - this.#typedAt,
      hasPointed: this.#hasPointed,
      isActivated: isActivated(),
      isViewVisible: [...this.#frames].some(([frame, options]) => options.isShown() && isInViewport(frame)),
    }
  }

  // The window loses the focus to one of its frames; there is no other event for a nested frame. The pointer events that explain it
  // come from another process and arrive slightly later, and so does the scrolling.
  #handleBlur(): void {
    if (!document.hasFocus()) return
    const isUsers = isUserInitiated(this.#activity())
    if (!isUsers) this.#scroll.hold()
    // Deferred in both cases, because the browser ignores focus changes while it dispatches the event.
    if (!isUsers && this.#isRepeated()) setTimeout(() => this.#returnFocus())
    else setTimeout(() => this.#checkFocus(), CHECK_DELAY_MS)
  }

  /** True shortly after a theft, unless the pointer was used since: another blur is then treated as a theft without a delay. */
  #isRepeated(): boolean {
    return performance.now() - (this.#thefts.at(-1)?.at ?? -Infinity) < THEFT_WINDOW_MS && !this.#hasPointed
  }

  #checkFocus(): void {
    const fullscreen = [...this.#frames].find(([, options]) => options.isFullscreen())?.[0]
    if (!fullscreen && !isUserInitiated(this.#activity())) return this.#returnFocus()
    const onlyFrame = this.#frames.size === 1 ? [...this.#frames.keys()][0] : undefined
    this.#usersFrame = fullscreen ?? this.#hovered ?? activeFrame() ?? onlyFrame
  }

  #returnFocus(): void {
    const theft = { frame: activeFrame(), at: performance.now() }
    window.focus()
    this.#previousFocus?.focus({ preventScroll: true })
    this.#thefts.push(theft)
    while (this.#thefts.length > MAX_THEFTS) this.#thefts.shift()
    if (this.#isAbuse(theft)) this.#reportAbuse(theft.frame)
  }

  #isAbuse({ at, frame }: Theft): boolean {
    if (this.#thefts.length < MAX_THEFTS) return false
    return this.#thefts.every((theft) => theft.frame === frame && at - theft.at <= THEFT_WINDOW_MS)
  }

  #reportAbuse(thief: HTMLIFrameElement | undefined): void {
    const error = new CasementError('OVER_BUDGET', 'The View was closed because it repeatedly took the focus')
    for (const [frame, options] of this.#frames) if (!thief || frame === thief) options.onabuse(error)
  }
}

// A key press on a button or in a dialog is not typing.
const isEditable = (event: Event): boolean => {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/.test(target.localName))
}

const isInViewport = (frame: Element): boolean => {
  const { top, bottom, left, right } = frame.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

const frameIn = (event: Event): HTMLIFrameElement | undefined => {
  const [target] = event.composedPath()
  return target instanceof HTMLIFrameElement ? target : undefined
}

const isActivated = (): boolean => navigator.userActivation?.isActive ?? true

function activeFrame(): HTMLIFrameElement | undefined {
  const active = focusedElement()
  return active instanceof HTMLIFrameElement ? active : undefined
}
