import type { Unsubscribe } from '../../protocol/runtime.ts'

/** A View that can be frozen. */
export interface Freezable {
  /** The element whose visibility is observed. */
  readonly element: Element
  /** True when it takes no memory: frozen, or not shown because of an error. */
  isFrozen(): boolean
  /** False while it loads, and in fullscreen or picture-in-picture, where it is visible outside of its place. */
  mayFreeze(): boolean
  freeze(): void
  thaw(): void
}

/** The Views of a page, with a limit on how many are live. */
export interface LiveSet {
  /** Adds a View. The returned function removes it. */
  add(view: Freezable): Unsubscribe
  /** Applies the limit again. Call it when the result of `mayFreeze` has changed. */
  check(): void
  /** The number of Views that are not frozen. */
  readonly live: number
}

interface Member {
  readonly view: Freezable
  isVisible: boolean
  /** The sequence number of its last change of visibility. */
  seen: number
}

/** Limits the number of live Views. Above it, the least recently visible ones are frozen. A frozen View that becomes visible is thawed. */
export function createLiveSet(
  maxLive = 20,
  observe: (view: Element, onchange: (isVisible: boolean) => void) => Unsubscribe = observeVisibility,
): LiveSet {
  const members = new Set<Member>()
  let sequence = 0

  const live = (): Member[] => [...members].filter(({ view }) => !view.isFrozen())
  const applyLimit = (): void => {
    const excess = live().length - maxLive
    const candidates = live()
      .filter(({ isVisible, view }) => !isVisible && view.mayFreeze())
      .toSorted((a, b) => a.seen - b.seen)
    for (const { view } of candidates.slice(0, Math.max(0, excess))) view.freeze()
  }
  return {
    get live() {
      return live().length
    },
    check: applyLimit,
    add(view) {
      // A new View counts as visible until the observer reports otherwise.
      const member: Member = { view, isVisible: true, seen: ++sequence }
      members.add(member)
      const unobserve = observe(view.element, (isVisible) => {
        if (!members.has(member)) return
        const hasAppeared = isVisible && !member.isVisible
        member.isVisible = isVisible
        member.seen = ++sequence
        // A View that was frozen while visible stays frozen until it has been out of view.
        if (hasAppeared && view.isFrozen()) view.thaw()
        applyLimit()
      })
      applyLimit()
      return () => {
        unobserve()
        members.delete(member)
      }
    },
  }
}

function observeVisibility(element: Element, onchange: (isVisible: boolean) => void): Unsubscribe {
  // A margin of one viewport, so that a View is thawed before the user has scrolled to it.
  const observer = new IntersectionObserver((entries) => onchange(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin: '100%',
  })
  observer.observe(element)
  return () => observer.disconnect()
}

let shared: LiveSet | undefined

/** The default live set, shared by the Views of this page. */
export const pageLiveSet = (): LiveSet => (shared ??= createLiveSet())
