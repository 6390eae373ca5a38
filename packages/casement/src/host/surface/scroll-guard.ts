import { Scope } from '../../protocol/scope.ts'

interface ScrollPosition {
  readonly top: number
  readonly left: number
}

interface ScrollChange {
  readonly at: number
  readonly scroller: Element
  readonly from: ScrollPosition
}

const HOLD_MS = 500
// Scrolling that a View caused is reported by another process, some frames later or more on a busy machine.
const HISTORY_MS = 1000
// Scrolling this soon after user input is caused by the user.
const USER_MS = 400
const USER_INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Records recent scroll positions around frames, so that scrolling by a View can be reverted. */
export interface ScrollTracker {
  /** Tracks all scroll containers around a frame. */
  track(frame: Element): void
  /** Restores the positions from before the recent scrolling and holds them briefly, unless the user scrolls. */
  revert(): void
  /** Holds the current positions briefly, unless the user scrolls. */
  hold(): void
}

/** Starts tracking. It ends when the scope is closed. */
export function trackScroll(scope: Scope): ScrollTracker {
  const positions = new Map<Element, ScrollPosition>()
  let changes: ScrollChange[] = []
  let userInputAt = -Infinity
  let holding: Scope | undefined
  scope.add(() => holding?.close())

  const recordScroll = ({ target }: Event): void => {
    const scroller = target instanceof Document ? target.scrollingElement : target
    const from = scroller instanceof Element ? positions.get(scroller) : undefined
    if (!(scroller instanceof Element) || !from) return
    const now = performance.now()
    changes = changes.filter(({ at }) => now - at < HISTORY_MS)
    if (now - userInputAt >= USER_MS) changes.push({ at: now, scroller, from })
    positions.set(scroller, positionOf(scroller))
  }
  const options = { capture: true, passive: true }
  scope.listen(document, 'scroll', recordScroll, options)
  for (const type of USER_INPUT_EVENTS) scope.listen(document, type, () => (userInputAt = performance.now()), options)

  const hold = (): void => {
    holding?.close()
    holding = holdPositions(new Map(positions))
  }
  return {
    track(frame) {
      for (const scroller of scrollersAround(frame)) if (!positions.has(scroller)) positions.set(scroller, positionOf(scroller))
      for (const scroller of positions.keys()) if (!scroller.isConnected) positions.delete(scroller)
    },
    hold,
    revert() {
      const now = performance.now()
      if (now - userInputAt < USER_MS) return
      // From newest to oldest, so that the oldest position remains.
      for (const { at, scroller, from } of changes.toReversed()) if (now - at < HISTORY_MS) positions.set(scroller, from)
      changes = []
      hold()
      restore(positions)
    },
  }
}

/** Restores the positions on every scroll event until the time is over, the user scrolls, or the returned scope is closed. */
function holdPositions(positions: ReadonlyMap<Element, ScrollPosition>): Scope {
  const scope = new Scope()
  const end = (): void => scope.close()
  // Scroll events are dispatched with the next frame. Two more frames make sure that scrolling within the time is still seen.
  let frame: number | undefined
  const timer = setTimeout(() => (frame = requestAnimationFrame(() => (frame = requestAnimationFrame(end)))), HOLD_MS)
  scope.add(() => clearTimeout(timer))
  scope.add(() => frame !== undefined && cancelAnimationFrame(frame))
  scope.listen(document, 'scroll', () => restore(positions), { capture: true })
  for (const type of USER_INPUT_EVENTS) scope.listen(document, type, end, { capture: true, passive: true })
  return scope
}

function restore(positions: ReadonlyMap<Element, ScrollPosition>): void {
  for (const [scroller, position] of positions) scroller.scrollTo({ ...position, behavior: 'instant' })
}

const positionOf = ({ scrollTop: top, scrollLeft: left }: Element): ScrollPosition => ({ top, left })

/** All elements around an element that scroll, or could with more content, across shadow trees. */
function scrollersAround(element: Element): Element[] {
  const scrollers: Element[] = document.scrollingElement ? [document.scrollingElement] : []
  let node: Node | null = element
  while (node) {
    if (node instanceof Element && node !== document.documentElement && !/visible|clip/.test(getComputedStyle(node).overflowY))
      scrollers.push(node)
    node = node instanceof ShadowRoot ? node.host : node.parentNode
  }
  return scrollers
}
