import { GOODBYE, type Colour, type Measures, type TextColours } from '../dynamic/mount-record.ts'
import type { Inside } from '../dynamic/page-api.ts'
import { listControls, valueFor } from './controls.ts'
import { steadyText, watchText } from './steady-text.ts'
import { idleFor, noteActivity, watchView } from './watch-view.ts'

declare global {
  interface Window {
    insideView: Inside
    /** Resolves when the View was refused, where that is tried. */
    handshakeRefused?: Promise<void>
  }
}

const MAX_TEXT = 20_000
const watched = watchView()
watchText(noteActivity)
const longTasks: number[] = []
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
  type: 'longtask',
  buffered: true,
})

let pings = 0
const waiting = new Map<number, () => void>()
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null || !('method' in data) || data.method !== 'ping') return
  pings++
  waiting.get(pings)?.()
})

// A frame that is out of sight is not drawn, so a frame alone may never come.
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0))
    setTimeout(resolve, 250)
  })

async function settle(quiet: number, most: number): Promise<void> {
  await nextFrame()
  await nextFrame()
  await new Promise<void>((resolve) => {
    const done = (): void => {
      changes.disconnect()
      loads.disconnect()
      clearTimeout(timer)
      clearTimeout(limit)
      resolve()
    }
    const again = (): void => {
      clearTimeout(timer)
      timer = setTimeout(done, quiet)
    }
    const changes = new MutationObserver(again)
    const loads = new PerformanceObserver(again)
    let timer = setTimeout(done, quiet)
    const limit = setTimeout(done, most)
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    loads.observe({ type: 'resource' })
  })
}

function measure(): Measures {
  const { documentElement: root, body } = document
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    text: (body?.innerText ?? '').slice(0, MAX_TEXT),
    steadyText: steadyText().slice(0, MAX_TEXT),
    content: { width: root.scrollWidth, height: root.scrollHeight },
    frame: { width: innerWidth, height: innerHeight },
    widest: widest(),
    textColours: textColours(),
    hidden: hiddenText(),
    longTasks,
    loaded: { bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), requests: loaded.length },
  }
}

/** The outermost element that hides the text of the View, with the reason. */
function hiddenText(): string {
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  let found = ''
  for (let node = walker.nextNode(), left = 2000; node && left > 0; node = walker.nextNode(), left--) {
    const element = node.parentElement
    if (!node.nodeValue?.trim() || !element || /^(script|style|template|noscript)$/.test(element.localName)) continue
    const reason = reasonHidden(element)
    if (reason === '') return ''
    found ||= `${JSON.stringify(node.nodeValue.trim().slice(0, 40))} is hidden: ${reason}`
  }
  return found
}

function reasonHidden(element: Element): string {
  let reason = ''
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { visibility, opacity, display } = getComputedStyle(each)
    if (display === 'none') reason = `display: none on <${each.localName}>`
    else if (visibility !== 'visible' && getComputedStyle(element).visibility !== 'visible')
      reason = `visibility: ${visibility} on <${each.localName}>`
    else if (opacity === '0') reason = `opacity: 0 on <${each.localName}>`
  }
  return reason
}

/** The outermost element that sticks out to the right. */
function widest(): string {
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const { right, width } = element.getBoundingClientRect()
    if (width > 0 && right > innerWidth + 1) return describe(element, right)
  }
  return ''
}

const describe = (element: Element, right: number): string =>
  `<${element.localName}${element.id && ` id="${element.id}"`}${element.className ? ` class="${element.getAttribute('class')}"` : ''}> reaches to ${Math.round(right)} px`

/** The colours of the visible text, each with the background behind it. */
function textColours(): TextColours[] {
  const found = new Map<string, { text: string; background: string | undefined; characters: number }>()
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(), left = 2000; node && left > 0; node = walker.nextNode(), left--) {
    const length = node.nodeValue?.trim().length ?? 0
    const element = node.parentElement
    if (length === 0 || !element?.checkVisibility?.()) continue
    // WCAG exempts inactive controls, and text on a picture cannot be judged without seeing it.
    const background = element.closest(':disabled') ? 'unknown' : backgroundBehind(element)
    if (background === 'unknown') continue
    const { color: text } = getComputedStyle(element)
    const entry = found.get(`${text} ${background}`) ?? { text, background, characters: 0 }
    found.set(`${text} ${background}`, { ...entry, characters: entry.characters + length })
  }
  return [...found.values()].map(({ text, background, characters }) => ({
    text: toPixel(text).colour,
    background: background === undefined ? undefined : toPixel(background).colour,
    characters,
  }))
}

/** The nearest opaque background colour. Undefined for the page's own; 'unknown' behind a picture or a translucent surface. */
function backgroundBehind(element: Element): string | undefined {
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(each)
    const { alpha } = toPixel(backgroundColor)
    if (alpha === OPAQUE) return backgroundColor
    if (alpha > 0 || backgroundImage !== 'none') return 'unknown'
  }
  return undefined
}

const OPAQUE = 255

/** A canvas turns any CSS colour into a pixel. */
function toPixel(style: string): { readonly colour: Colour; readonly alpha: number } {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return { colour: [0, 0, 0], alpha: 0 }
  context.fillStyle = style
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return { colour: [red, green, blue], alpha }
}

window.insideView = {
  settle,
  measure,
  pings: () => pings,
  pinged: (count) => (pings >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, resolve))),
  refused: async () => window.handshakeRefused,
  sayGoodbye(tag = 'goodbye') {
    const params = { level: 'debug', logger: GOODBYE, data: tag }
    parent.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params }, /* opaque: whoever frames the View */ '*')
  },
  forge: (message) => window.postMessage(message, location.origin),
  watched,
  idleFor,
  controls: listControls,
  valueFor,
  contains: (text) => document.documentElement.outerHTML.includes(text),
}
