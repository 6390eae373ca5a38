import { Scope } from '../protocol/scope.ts'

const HOLD_MS = 500

/** Keeps everything around these elements scrolled as it is, for a moment, unless the user scrolls. */
export function holdScroll(elements: readonly Element[]): void {
  const places = new Map([...new Set(elements.flatMap(scrollersOf))].map((scroller) => [scroller, scroller.scrollTop] as const))
  const scope = new Scope()
  const end = (): void => scope.close()
  const timer = setTimeout(end, HOLD_MS)
  scope.add(() => clearTimeout(timer))
  scope.listen(
    document,
    'scroll',
    () => {
      for (const [scroller, top] of places) scroller.scrollTo({ top, behavior: 'instant' })
    },
    { capture: true },
  )
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    scope.listen(document, type, end, { capture: true, passive: true })
}

/** Everything that can be scrolled around an element, through shadow trees. */
function scrollersOf(element: Element): Element[] {
  const around: Element[] = []
  let node: Node | null = element
  while (node) {
    if (node instanceof Element && node.scrollHeight > node.clientHeight) around.push(node)
    node = node instanceof ShadowRoot ? node.host : node.parentNode
  }
  return around
}
