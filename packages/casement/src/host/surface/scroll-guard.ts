import { Scope } from '../../protocol/scope.ts'

/** How far something is scrolled. */
interface Place {
  readonly top: number
  readonly left: number
}

const HOLD_MS = 500
// A scrolling that a View caused is told by another process, some frames after it has begun, and later where the machine is busy.
const LOOK_BACK_MS = 1000
// What is scrolled so soon after the user did something is the user's doing.
const USER_MS = 400
const USER_SCROLLS = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Remembers for a moment how everything was scrolled, so that what a frame did to it can be undone. */
export interface ScrollMemory {
  /** Looks at what is around a frame. */
  note(frame: Element): void
  /** Puts everything back to where it was a moment ago, and keeps it there for another, unless the user scrolls. */
  undo(): void
  /** Keeps everything as it is for a moment, unless the user scrolls. */
  hold(): void
}

/** Begins to remember, until the scope is closed. */
export function rememberScroll(scope: Scope): ScrollMemory {
  const places = new Map<Element, Place>()
  let past: { readonly at: number; readonly scroller: Element; readonly from: Place }[] = []
  let usersAt = -Infinity
  let holding: Scope | undefined
  scope.add(() => holding?.close())

  const everywhere = { capture: true, passive: true }
  scope.listen(
    document,
    'scroll',
    ({ target }: Event) => {
      const scroller = target instanceof Document ? target.scrollingElement : target
      const from = scroller instanceof Element ? places.get(scroller) : undefined
      if (!(scroller instanceof Element) || !from) return
      const now = performance.now()
      past = past.filter(({ at }) => now - at < LOOK_BACK_MS)
      if (now - usersAt >= USER_MS) past.push({ at: now, scroller, from })
      places.set(scroller, placeOf(scroller))
    },
    everywhere,
  )
  for (const type of USER_SCROLLS) scope.listen(document, type, () => (usersAt = performance.now()), everywhere)

  const memory: ScrollMemory = {
    note(frame) {
      for (const scroller of scrollersOf(frame)) if (!places.has(scroller)) places.set(scroller, placeOf(scroller))
      for (const scroller of places.keys()) if (!scroller.isConnected) places.delete(scroller)
    },
    hold() {
      holding?.close()
      holding = holdAt(new Map(places))
    },
    undo() {
      const now = performance.now()
      if (now - usersAt < USER_MS) return
      // From the newest to the oldest, so that the oldest counts.
      for (const { at, scroller, from } of past.toReversed()) if (now - at < LOOK_BACK_MS) places.set(scroller, from)
      past = []
      memory.hold()
      for (const [scroller, place] of places) scroller.scrollTo({ ...place, behavior: 'instant' })
    },
  }
  return memory
}

function holdAt(places: ReadonlyMap<Element, Place>): Scope {
  const scope = new Scope()
  const end = (): void => scope.close()
  // Scrolling is told with the next picture. Where pictures are slow to come, what was scrolled before the end is still waited for.
  let picture: number | undefined
  const timer = setTimeout(() => (picture = requestAnimationFrame(() => (picture = requestAnimationFrame(end)))), HOLD_MS)
  scope.add(() => clearTimeout(timer))
  scope.add(() => picture !== undefined && cancelAnimationFrame(picture))
  const putBack = (): void => {
    for (const [scroller, place] of places) scroller.scrollTo({ ...place, behavior: 'instant' })
  }
  scope.listen(document, 'scroll', putBack, { capture: true })
  for (const type of USER_SCROLLS) scope.listen(document, type, end, { capture: true, passive: true })
  return scope
}

const placeOf = ({ scrollTop: top, scrollLeft: left }: Element): Place => ({ top, left })

/** Everything around an element that can be scrolled or could be once it has more in it, through shadow trees. */
function scrollersOf(element: Element): Element[] {
  const around: Element[] = document.scrollingElement ? [document.scrollingElement] : []
  let node: Node | null = element
  while (node) {
    if (node instanceof Element && node !== document.documentElement && !/visible|clip/.test(getComputedStyle(node).overflowY))
      around.push(node)
    node = node instanceof ShadowRoot ? node.host : node.parentNode
  }
  return around
}
