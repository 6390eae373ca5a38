import { CasementError } from '../../protocol/errors.ts'
import type { Dispose } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'
import { focusedElement } from './dom.ts'
import { trackScroll, type ScrollTracker } from './scroll-guard.ts'

// A focus change within this time after Tab is caused by it.
const TAB_MS = 1000
// The user is typing if the last key press is more recent than this. Moving a hand to the mouse takes longer.
const TYPING_MS = 400
const RETRY_MS = 50
// A View that takes the focus this often within the window is stopped.
const MAX_THEFTS = 4
const THEFTS_WINDOW_MS = 10_000
// Further changes shortly after a theft are reverted without a delay.
const REPEATED_MS = 1000
// A proxy other than ours does not say where the user has pressed.
const ANSWER_MS = 1000
// The lifetime of transient user activation in browsers.
const ACTIVATION_MS = 5000

/** The user's latest actions in a View, as its proxy knows them. */
export interface ViewActivity {
  /** The user has done something in the View within the last seconds: a press or a key, maybe one that was meant for the page. */
  readonly isActive: boolean
  /** The View was pressed right now. Known of its own document, not of the frames in it. */
  readonly isPressed: boolean
  /** The same within the lifetime of user activation. */
  readonly wasPressed: boolean
}

/** The user's latest actions in the page. */
export interface PageActivity {
  readonly msSinceTyping: number
  /** Milliseconds since the user left a View; 0 in a View. */
  readonly msSinceLeft: number
  readonly isInViewport: boolean
}

/** Whether it was the user who moved the focus to a View. The page does not see a press in a frame itself. */
export const isByUser = (
  { isActive, isPressed }: ViewActivity,
  { msSinceTyping, msSinceLeft, isInViewport }: PageActivity,
): boolean => isPressed || (isActive && isInViewport && msSinceTyping >= TYPING_MS && msSinceLeft >= ACTIVATION_MS)

/** The focus guard of one frame. */
export interface FocusGuard {
  /**
   * True if the user's activation of the page came from this View. The browser does not tell from which frame it came, and a View could
   * borrow the click in another one.
   */
  isActivated(): Promise<boolean>
  /** Handles a report that the frame has scrolled the page. It is reverted, unless the user caused it. */
  pageScrolled(): void
  /** Handles the View's report that it has lost the focus, and whether by Tab. The page sees no event when another View has taken it. */
  focusLost(isTab: unknown): void
  dispose: Dispose
}

/** The options of a guarded frame. */
export interface FocusGuardOptions {
  /** The frame fills the screen and may keep the focus. */
  isFullscreen(): boolean
  /** Asks the proxy; undefined before it has a View. A proxy that never answers leaves the focus where it is, unless the user is typing. */
  readonly activity: () => Promise<ViewActivity | undefined>
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
    isActivated: async () => isActivated() && (options.isFullscreen() || guard.isActivatedBy(frame)),
    pageScrolled() {
      if (!isInUse() || !isActivated()) guard.revertScroll()
    },
    focusLost: (isTab) => guard.focusLost(frame, isTab),
    dispose() {
      guard.remove(frame)
      if (!guard.isEmpty || shared !== guard) return
      guard.dispose()
      shared = undefined
    },
  }
}

/** Watches the focus of the whole page on behalf of its guarded frames. */
class PageFocusGuard {
  readonly #scope = new Scope()
  readonly #frames = new Map<HTMLIFrameElement, FocusGuardOptions & { thefts: number[] }>()
  readonly #scroll: ScrollTracker
  #theftAt = -Infinity
  /** The element of the page, or the frame, that last had the focus by right. */
  #previousFocus = focusedElement()
  /** The frame to which the user moved the focus. */
  #usersFrame: HTMLIFrameElement | undefined
  /** When the focus moved from the user's frame to the page. */
  #leftAt = -Infinity
  /** When Tab was pressed, until something in the page gets the focus by it. */
  #tabAt = -Infinity
  #typedAt = -Infinity
  // An activation from before the guard existed was most likely a press in the page, which led to this View.
  #pressedAt = isActivated() ? performance.now() : -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.#scroll = trackScroll(this.#scope)
    this.#observeUser()
    this.#scope.listen(window, 'focus', () => {
      if (this.#usersFrame) this.#leftAt = performance.now()
      if (this.#previousFocus === this.#usersFrame) this.#previousFocus = undefined
      this.#usersFrame = undefined
    })
    // Also fired when the window loses the focus to one of its frames; there is no other event for a nested frame.
    this.#scope.listen(window, 'blur', () => document.hasFocus() && this.#checkFor(REPEATED_MS))
  }

  get isEmpty(): boolean {
    return this.#frames.size === 0
  }

  add(frame: HTMLIFrameElement, options: FocusGuardOptions): void {
    this.#frames.set(frame, { ...options, thefts: [] })
    this.#scroll.track(frame)
    // The host may focus a frame itself, as when it closes a dialog that was opened from there.
    const focus = frame.focus.bind(frame)
    frame.focus = (how) => {
      this.#accept(frame)
      focus(how)
    }
    // The frame may have taken the focus before it was guarded.
    if (this.#activeFrame() === frame) void this.#examine(frame)
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
    if (this.#usersFrame === frame) return true
    // A View's message can arrive before the proxy's answer.
    if (this.#activeFrame() === frame && !this.#isTyping()) return true
    // Without a recent press in the page, the activation came from a frame.
    return msSince(Math.max(this.#typedAt, this.#pressedAt)) >= ACTIVATION_MS
  }

  /** True if the user is in this frame, or has pressed there. The proxy knows of a press that did not move the focus. */
  async isActivatedBy(frame: HTMLIFrameElement): Promise<boolean> {
    const options = this.#frames.get(frame)
    if (!options || this.#usersFrame === frame) return options !== undefined
    const unanswered = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_MS))
    const inView = await Promise.race([options.activity(), unanswered])
    return inView ? inView.wasPressed : !this.#usersFrame && this.hadLatestInteraction(frame)
  }

  focusLost(frame: HTMLIFrameElement, isTab: unknown): void {
    // Without one, the page has never had the focus, so it saw no event when it moved to the first View.
    if (this.#usersFrame && frame !== this.#usersFrame) return
    if (isTab) this.#tabAt = performance.now()
    this.#checkFor(REPEATED_MS)
  }

  #observeUser(): void {
    const listen = (type: string, listener: (event: never) => void): void =>
      this.#scope.listen(document, type, listener, { capture: true })
    listen('pointerdown', () => (this.#pressedAt = performance.now()))
    listen('keydown', ({ key }: KeyboardEvent) => {
      this.#tabAt = -Infinity
      if (key === 'Tab') this.#tabAt = performance.now()
      // Any other key: with nothing focused it may be a shortcut of the page.
      else this.#typedAt = performance.now()
    })
    listen('focusin', (event: Event) => {
      const [target] = event.composedPath()
      if (isFrame(target)) return
      this.#previousFocus = target as HTMLElement
      this.#tabAt = -Infinity
    })
  }

  #isTyping(): boolean {
    return msSince(this.#typedAt) < TYPING_MS
  }

  /** Asks whether it was the user who moved the focus to this frame. */
  async #isByUser(frame: HTMLIFrameElement, { activity }: FocusGuardOptions): Promise<boolean> {
    const inPage: PageActivity = {
      msSinceTyping: msSince(this.#typedAt),
      // The proxies of all Views have one origin, and browsers activate documents of one origin together.
      msSinceLeft: this.#usersFrame ? 0 : msSince(this.#leftAt),
      isInViewport: isInViewport(frame),
    }
    const inView = await activity()
    return inView !== undefined && isByUser(inView, inPage)
  }

  /** Checks which frame has the focus, now and for a while: the page sees no event when it moves on, or is late to know of it. */
  #checkFor(ms: number): void {
    clearTimeout(this.#timer)
    const frame = this.#activeFrame()
    if (frame) void this.#examine(frame)
    if (ms > 0) this.#timer = setTimeout(() => this.#checkFor(ms - RETRY_MS), RETRY_MS)
  }

  /** Decides whether the user has moved the focus to a frame, and returns it if not. */
  async #examine(frame: HTMLIFrameElement): Promise<void> {
    const options = this.#frames.get(frame)
    if (!options || frame === this.#usersFrame) return
    const at = performance.now()
    if (options.isFullscreen() || at - this.#tabAt < TAB_MS) return this.#accept(frame)
    const usersFrame = this.#usersFrame
    const isTyping = this.#isTyping()
    // Asked first: a key that reaches the View counts as activity as well.
    const asked = this.#isByUser(frame, options)
    if (isTyping || !isInViewport(frame)) this.#scroll.hold()
    // Not during the event, in which the browser ignores changes of the focus.
    if (isTyping || msSince(this.#theftAt) < REPEATED_MS) setTimeout(() => this.#returnFocus(frame))
    const isOver = (): boolean => this.#usersFrame !== usersFrame || this.#pressedAt > at
    let isUsers = await asked
    if (!isUsers) {
      this.#returnFocus(frame)
      // Asked again: the proxy can learn of a press later than the page learns of the focus.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      isUsers = await this.#isByUser(frame, options)
    }
    if (!isUsers || isOver()) return
    options.thefts = []
    if (this.#activeFrame() === frame) this.#accept(frame)
    else frame.focus({ preventScroll: true })
  }

  #accept(frame: HTMLIFrameElement): void {
    this.#usersFrame = this.#previousFocus = frame
  }

  #returnFocus(frame: HTMLIFrameElement): void {
    const options = this.#frames.get(frame)
    if (!options || this.#activeFrame() !== frame || this.#usersFrame === frame) return
    const to = this.#previousFocus
    if (!isFrame(to)) window.focus()
    to?.focus({ preventScroll: true })
    this.#theftAt = performance.now()
    options.thefts = [...options.thefts, this.#theftAt].filter((at) => msSince(at) < THEFTS_WINDOW_MS)
    if (options.thefts.length < MAX_THEFTS) return
    // At once: until the View has been closed it would take the focus again.
    frame.remove()
    options.onabuse(new CasementError('OVER_BUDGET', 'The View was closed because it repeatedly took the focus'))
  }

  // In a closed shadow tree too, of which the document does not tell.
  #activeFrame(): HTMLIFrameElement | undefined {
    return [...this.#frames.keys()].find((frame) => (frame.getRootNode() as Document | ShadowRoot).activeElement === frame)
  }
}

const isInViewport = (frame: Element): boolean => {
  const { top, bottom } = frame.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

const msSince = (at: number): number => performance.now() - at

const isFrame = (element: EventTarget | undefined): boolean => element instanceof HTMLIFrameElement

const isActivated = (): boolean => navigator.userActivation?.isActive ?? true
