// A View that changes on its own, such as a clock, must not be mistaken for one that reacts to its host.
const AFTER_EVENT_MS = 150
const MIN_CHANGES = 2

const changes = new WeakMap<Element, number>()
let lastEvent = 0

const noteEvent = (): void => void (lastEvent = performance.now())

/** Counts how often each element changes its text without a message or an action of the user. */
export function watchText(onChange: () => void): void {
  for (const type of ['message', 'click', 'input', 'keydown', 'resize']) addEventListener(type, noteEvent, true)
  const observer = new MutationObserver((records) => {
    onChange()
    if (performance.now() - lastEvent < AFTER_EVENT_MS) return
    for (const element of new Set(records.map(elementOf))) if (element) changes.set(element, (changes.get(element) ?? 0) + 1)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

const elementOf = ({ target }: MutationRecord): Element | null => (target instanceof Element ? target : target.parentElement)

/** The visible text without the elements that change on their own. */
export function steadyText(): string {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.nodeValue?.trim() ?? ''
    if (text !== '' && element?.checkVisibility() && !isRestless(element)) texts.push(text.replaceAll(/\s+/g, ' '))
  }
  return texts.join(' ')
}

function isRestless(element: Element): boolean {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    if ((changes.get(at) ?? 0) >= MIN_CHANGES) return true
  return false
}
