import { GOODBYE, type Colour, type Measures } from '../dynamic/mount-record.ts'
import type { Inside } from '../dynamic/page-api.ts'

declare global {
  interface Window {
    insideView: Inside
    /** Resolves when the View was refused, where that is tried. */
    handshakeRefused?: Promise<void>
  }
}

const LONGEST_TEXT = 20_000
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
    text: (body?.innerText ?? '').slice(0, LONGEST_TEXT),
    content: { width: root.scrollWidth, height: root.scrollHeight },
    frame: { width: innerWidth, height: innerHeight },
    widest: widest(),
    textColour: textColour(),
    longTasks,
    loaded: { bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), requests: loaded.length },
  }
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

/** The colour that most characters have. */
function textColour(): Colour | undefined {
  const counts = new Map<string, number>()
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(), left = 2000; node && left > 0; node = walker.nextNode(), left--) {
    const length = node.nodeValue?.trim().length ?? 0
    const element = node.parentElement
    if (length === 0 || !element?.checkVisibility?.()) continue
    const { color } = getComputedStyle(element)
    counts.set(color, (counts.get(color) ?? 0) + length)
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most && toColour(most[0])
}

/** Whatever way a style writes a colour, a canvas makes it pixels. */
function toColour(style: string): Colour | undefined {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return undefined
  context.fillStyle = style
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

window.insideView = {
  settle,
  measure,
  pings: () => pings,
  pinged: (count) => (pings >= count ? Promise.resolve() : new Promise((resolve) => waiting.set(count, resolve))),
  refused: async () => window.handshakeRefused,
  sayGoodbye() {
    const params = { level: 'debug', logger: GOODBYE, data: 'goodbye' }
    parent.postMessage({ jsonrpc: '2.0', method: 'notifications/message', params }, /* opaque: whoever frames the View */ '*')
  },
  forge: (message) => window.postMessage(message, location.origin),
  contains: (text) => document.documentElement.outerHTML.includes(text),
}
