import type { Unsubscribe } from '../../protocol/runtime.ts'

/** A View that can be put to sleep. */
export interface Freezable {
  /** What is observed to see whether the user can see it. */
  readonly element: Element
  isFrozen(): boolean
  /** False while it loads, and while it is open over the page: such a View is in use, wherever its place is. */
  mayFreeze(): boolean
  freeze(): void
  thaw(): void
}

/** The Views of a page that share a limit of how many are alive. */
export interface LiveSet {
  /** Counts a View as alive until it is undone. */
  add(view: Freezable): Unsubscribe
  /** Looks again: some View can be frozen now that could not before. */
  check(): void
  readonly live: number
}

interface Member {
  readonly view: Freezable
  isVisible: boolean
  /** Grows with every time something came into sight. */
  seen: number
}

/** Lets `most` Views live. Beyond that the least recently visible is frozen; what comes into sight again is thawed. */
export function createLiveSet(
  most = 20,
  observe: (view: Element, seen: (isVisible: boolean) => void) => Unsubscribe = observeVisibility,
): LiveSet {
  const members = new Set<Member>()
  let clock = 0

  const live = (): Member[] => [...members].filter(({ view }) => !view.isFrozen())
  const settle = (): void => {
    const excess = live().length - most
    const sleepy = live()
      .filter(({ isVisible, view }) => !isVisible && view.mayFreeze())
      .toSorted((a, b) => a.seen - b.seen)
    for (const { view } of sleepy.slice(0, Math.max(0, excess))) view.freeze()
  }
  return {
    get live() {
      return live().length
    },
    check: settle,
    add(view) {
      // New ones are taken as seen: they were mounted because somebody wants to see them.
      const member: Member = { view, isVisible: true, seen: ++clock }
      members.add(member)
      const stop = observe(view.element, (isVisible) => {
        if (!members.has(member)) return
        const isComing = isVisible && !member.isVisible
        member.isVisible = isVisible
        member.seen = ++clock
        // One that was put to sleep before the user's eyes stays asleep until it was out of them.
        if (isComing && view.isFrozen()) view.thaw()
        settle()
      })
      settle()
      return () => {
        stop()
        members.delete(member)
      }
    },
  }
}

function observeVisibility(element: Element, seen: (isVisible: boolean) => void): Unsubscribe {
  // Some screens of lead, so that a View is there again when the user has scrolled to it.
  const observer = new IntersectionObserver((entries) => seen(entries.at(-1)?.isIntersecting ?? false), { rootMargin: '100%' })
  observer.observe(element)
  return () => observer.disconnect()
}

let shared: LiveSet | undefined

/** The live set of all Views of this page that name no other. */
export const pageLiveSet = (): LiveSet => (shared ??= createLiveSet())
