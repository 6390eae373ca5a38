import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The scrolling of the list of entries. */
export interface EntryScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly isAtNewest: boolean
  readonly toNewest: () => void
  /** Called on user input in the list, which stops automatic scrolling. */
  readonly letGo: () => void
  readonly noteScroll: () => void
}

const NEAR = 120
const GAP = 12

/**
 * Keeps the newest entry in sight while it grows, unless the user has scrolled away from it; or the entry that a link led to,
 * until the next input of the user. Another `target` leads to it anew. Views above and below grow as they come.
 */
export function useEntryScroll(newest: string | undefined, target: object | undefined): EntryScroll {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isAtNewest, setAtNewest] = useState(true)
  const follows = useRef<'newest' | 'target' | undefined>('newest')
  const setFollows = useCallback((next: 'newest' | 'target' | undefined): void => {
    follows.current = next
    // Content that grows above does not move the list while the user scrolls. While the list follows an entry, the entry decides.
    if (scroller.current) scroller.current.style.overflowAnchor = next === undefined ? 'auto' : 'none'
  }, [])
  const last = useRef(0)

  const keep = useCallback((): void => {
    const { current } = scroller
    if (!current) return
    if (follows.current === 'newest') current.scrollTo({ top: Math.max(current.scrollTop, newestTop(current)) })
    const marked = follows.current === 'target' && current.querySelector<HTMLElement>('[data-marked]')
    if (marked) current.scrollTo({ top: marked.offsetTop - GAP })
  }, [])
  const toNewest = useCallback((): void => {
    setFollows('newest')
    keep()
  }, [keep, setFollows])

  useEffect(() => {
    const observer = new ResizeObserver(keep)
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [keep])
  useLayoutEffect(() => toNewest(), [newest, toNewest])
  // After the newest: a link says where to begin.
  useLayoutEffect(() => {
    if (target === undefined) return
    setFollows('target')
    keep()
  }, [target, keep, setFollows])

  return {
    scroller,
    content,
    isAtNewest,
    toNewest,
    letGo() {
      if (follows.current === 'target') setFollows(undefined)
    },
    noteScroll() {
      const { current } = scroller
      if (!current) return
      const isNear = newestTop(current) - current.scrollTop < NEAR
      // Growing content moves the end away as well; only the user scrolls up.
      const isLeft = !isNear && current.scrollTop < last.current
      last.current = current.scrollTop
      if (follows.current !== 'target' && (isNear || isLeft)) setFollows(isNear ? 'newest' : undefined)
      setAtNewest(isNear || follows.current === 'newest')
    },
  }
}

/** Where the newest entry is read from: the end of what was said, and the head of a call whose View is taller than the page. */
function newestTop(scroller: HTMLElement): number {
  const end = scroller.scrollHeight - scroller.clientHeight
  const newest = scroller.querySelector('.entries')?.lastElementChild
  return newest instanceof HTMLElement && newest.matches('.call') ? Math.min(end, newest.offsetTop - GAP) : end
}
