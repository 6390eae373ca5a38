import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import { Scope } from '../../protocol/scope.ts'
import { focused } from './dom.ts'
import { rememberScroll } from './scroll-guard.ts'

const TAB_MS = 1000
// Who has pressed a key this short ago and not touched the pointer since is typing.
const TYPING_MS = 700
const JUDGE_MS = 50
// So many times in so short a time is no mistake.
const MOST_TAKEN = 10
const INSISTS_MS = 1000
// As long as browsers take a press to have happened just now.
const ACTIVE_MS = 5000

/** What the user did last, as far as the page can see. */
export interface UserTrace {
  /** The pointer is known to be over a frame. */
  readonly isOver: boolean
  readonly sinceTab: number
  /** Milliseconds since something was typed in the page itself. */
  readonly sinceKey: number
  /** The pointer was used in the page after that. */
  readonly hasPointed: boolean
  /** The browser saw the user act in this page, or in a frame of it, a moment ago. */
  readonly isActive: boolean
  /** There is something to see that could be clicked. */
  readonly isShown: boolean
}

/**
 * True when the focus that a frame has got can be the user's doing. A page does not see clicks in its frames, and not reliably that
 * the pointer is there; what it knows is when it cannot have been the user: nothing was to be seen, nobody did anything, or they
 * were typing elsewhere.
 */
export const isUsersFocus = ({ isOver, sinceTab, sinceKey, hasPointed, isActive, isShown }: UserTrace): boolean =>
  isOver || sinceTab < TAB_MS || (isShown && isActive && (sinceKey > TYPING_MS || hasPointed))

/** Looks after the focus on behalf of one frame. */
export interface FocusGuard {
  /** True when the user turned to this frame, and to nothing else since. */
  hasUser(): boolean
  /** This frame has scrolled the page around it. That is undone, unless it was the user's doing. */
  scrolled(): void
  stop: Unsubscribe
}

/** What a frame may do, as it stands when it takes the focus. */
export interface FocusRights {
  /** It fills the screen, so the focus is its own. */
  isOpen(): boolean
  /** The user can see it. */
  isShown(): boolean
  /** It takes the focus again each time that it was given back: nobody can use the page while it is there. */
  insists(error: Error): void
}

interface PageGuard {
  readonly frames: Map<HTMLIFrameElement, FocusRights>
  /** True when what the user did last was in this frame. */
  isUsersNow(frame: HTMLIFrameElement): boolean
  add(frame: HTMLIFrameElement, rights: FocusRights): void
  remove(frame: HTMLIFrameElement): void
  undoScroll(): void
  close(): void
}

// One for the page: which frame has taken the focus can only be told by looking at all of them.
let shared: PageGuard | undefined

/**
 * Returns the focus when a View takes it by itself, and undoes the scrolling that comes with it: both belong to the user. A View that
 * fills the screen may keep the focus.
 */
export function guardFocus(frame: HTMLIFrameElement, rights: FocusRights): FocusGuard {
  const guard = (shared ??= watchPage(focused()))
  guard.add(frame, rights)
  const hasUser = (): boolean => rights.isOpen() || guard.isUsersNow(frame)
  return {
    hasUser,
    scrolled() {
      if (!hasUser() || !isActive()) guard.undoScroll()
    },
    stop() {
      guard.remove(frame)
      if (guard.frames.size > 0 || shared !== guard) return
      guard.close()
      shared = undefined
    },
  }
}

function watchPage(before: HTMLElement | undefined): PageGuard {
  const scope = new Scope()
  const frames: PageGuard['frames'] = new Map()
  const scrolling = rememberScroll(scope)
  const taken: { readonly at: number; readonly by: HTMLIFrameElement | undefined }[] = []
  let over: HTMLIFrameElement | undefined
  let turned: HTMLIFrameElement | undefined
  let tabAt = -Infinity
  let keyAt = -Infinity
  // What the user did before anybody looked was most likely in the page, and is why there is a View now.
  let pressAt = isActive() ? performance.now() : -Infinity
  let hasPointed = false

  const trace = (): UserTrace => ({
    isOver: over !== undefined,
    sinceTab: performance.now() - tabAt,
    sinceKey: performance.now() - keyAt,
    hasPointed,
    isActive: isActive(),
    isShown: [...frames].some(([frame, rights]) => rights.isShown() && isInSight(frame)),
  })
  const inPage = { capture: true, passive: true }
  scope.listen(document, 'pointerover', (event: Event) => (over = frameIn(event)), inPage)
  scope.listen(document.documentElement, 'pointerleave', () => (over = undefined), inPage)
  for (const type of ['pointermove', 'pointerdown', 'pointerover'])
    scope.listen(document, type, () => (hasPointed = true), inPage)
  scope.listen(document, 'pointerdown', () => (pressAt = performance.now()), inPage)
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') tabAt = performance.now()
    else if (isEditable(event)) keyAt = performance.now()
    hasPointed = false
  }
  scope.listen(document, 'keydown', pressed, inPage)
  const noteFocus = (event: Event): void => {
    const [target] = event.composedPath()
    if (target instanceof HTMLElement && !(target instanceof HTMLIFrameElement)) before = target
  }
  scope.listen(document, 'focusin', noteFocus, inPage)
  scope.listen(window, 'focus', () => (turned = undefined))
  const judge = (): void => {
    const open = [...frames].find(([, rights]) => rights.isOpen())?.[0]
    if (open || isUsersFocus(trace())) {
      turned = open ?? over ?? activeFrame() ?? (frames.size === 1 ? [...frames.keys()][0] : undefined)
      return
    }
    takeBack()
  }
  const takeBack = (): void => {
    const by = activeFrame()
    const at = performance.now()
    window.focus()
    before?.focus({ preventScroll: true })
    taken.push({ at, by })
    while (taken.length > MOST_TAKEN) taken.shift()
    if (taken.length < MOST_TAKEN || taken.some((other) => other.by !== by || at - other.at > INSISTS_MS)) return
    for (const [frame, rights] of frames)
      if (!by || frame === by)
        rights.insists(new CasementError('OVER_BUDGET', 'The View takes the focus again and again; it was closed'))
  }
  // Who has taken it a moment ago without being asked is not given the benefit of the doubt.
  const isKnown = (): boolean => performance.now() - (taken.at(-1)?.at ?? -Infinity) < INSISTS_MS && !hasPointed
  // The window loses the focus to a frame in it; a frame within a frame leaves no other sign. That the pointer went there is told
  // a little later, by another process, and so is the scrolling that comes with it.
  scope.listen(window, 'blur', () => {
    if (!document.hasFocus()) return
    const isUsers = isUsersFocus(trace())
    if (!isUsers) scrolling.hold()
    // Later in any case: while the browser says so it is not done with it, and forgets what it is told meanwhile.
    if (!isUsers && isKnown()) setTimeout(takeBack)
    else setTimeout(judge, JUDGE_MS)
  })
  return {
    frames,
    add(frame, rights) {
      frames.set(frame, rights)
      scrolling.note(frame)
      // It may have taken the focus before anybody looked.
      if (activeFrame() === frame) judge()
    },
    remove: (frame) => void frames.delete(frame),
    undoScroll: () => scrolling.undo(),
    close: () => scope.close(),
    isUsersNow(frame) {
      // A View can speak before we hear that it has the focus. What no press in the page explains was a press in a frame.
      const { sinceKey } = trace()
      const isElsewhere = Math.min(sinceKey, performance.now() - pressAt) < ACTIVE_MS
      return turned === frame || (activeFrame() === frame && isUsersFocus(trace())) || !isElsewhere
    },
  }
}

// A button or a dialog that is answered by a key is not being typed into.
const isEditable = (event: Event): boolean => {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/.test(target.localName))
}

const isInSight = (frame: Element): boolean => {
  const { top, bottom, left, right } = frame.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

const frameIn = (event: Event): HTMLIFrameElement | undefined => {
  const [target] = event.composedPath()
  return target instanceof HTMLIFrameElement ? target : undefined
}

const isActive = (): boolean => navigator.userActivation?.isActive ?? true

function activeFrame(): HTMLIFrameElement | undefined {
  const active = focused()
  return active instanceof HTMLIFrameElement ? active : undefined
}
