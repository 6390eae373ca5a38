/** A start tag. */
export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** A script element with what is in it. */
export interface Script extends Element {
  readonly text: string
  readonly closed: boolean
}

/** What the checks want to know of a document. */
export interface ScannedHtml {
  readonly doctype: boolean
  /** Every start tag, scripts included. */
  readonly elements: readonly Element[]
  readonly scripts: readonly Script[]
  readonly styles: readonly string[]
  /** True when a script ends where none has begun. */
  readonly strayEnd: boolean
}

const OPENING = /<!--|<([a-z][^\s/>]*|\/script(?=[\s/>]))/gi
const END = '/script'
const TAG_END = /[>"']/g
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'template', 'noscript'])

/** Reads the tags of a document, in one pass however it is written. Not a parser: it knows what hides tags from a browser, and no more. */
export function scanHtml(html: string): ScannedHtml {
  const elements: Element[] = []
  const scripts: Script[] = []
  const styles: string[] = []
  let strayEnd = false
  OPENING.lastIndex = 0
  for (let match = OPENING.exec(html); match; match = OPENING.exec(html)) {
    const start = OPENING.lastIndex
    const tag = match[1]?.toLowerCase()
    const end = tag === undefined ? html.indexOf('-->', start) : endOfTag(html, start)
    // A browser drops what is never closed.
    if (end < 0) break
    OPENING.lastIndex = end + 1
    strayEnd ||= tag === END
    if (tag === undefined || tag === END) continue
    const element = { name: tag, attributes: readAttributes(html.slice(start, end)) }
    elements.push(element)
    if (!RAW.has(tag)) continue
    const closing = new RegExp(`</${tag}[\\s/>]`, 'gi')
    closing.lastIndex = end + 1
    const close = closing.exec(html)?.index
    const text = html.slice(end + 1, close)
    if (tag === 'script') scripts.push({ ...element, text, closed: close !== undefined })
    if (tag === 'style') styles.push(text)
    OPENING.lastIndex = close === undefined ? html.length : close + tag.length + 2
  }
  return { doctype: hasDoctype(html), elements, scripts, styles, strayEnd }
}

/** Where the tag ends whose name ends at `from`, or -1. */
function endOfTag(html: string, from: number): number {
  for (let at = from; ;) {
    TAG_END.lastIndex = at
    const found = TAG_END.exec(html)
    if (!found || found[0] === '>') return found?.index ?? -1
    const close = html.indexOf(found[0], found.index + 1)
    if (close < 0) return -1
    at = close + 1
  }
}

/** Comments may stand before it. */
function hasDoctype(html: string): boolean {
  let rest = html.replace(/^\uFEFF/, '').trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end < 0) return false
    rest = rest.slice(end + 3).trimStart()
  }
  return /^<!doctype html/i.test(rest)
}

function readAttributes(text: string): Map<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)]
  return new Map(
    found.map(([, name = '', double, single, bare]) => [name.toLowerCase(), unescape(double ?? single ?? bare ?? '')]),
  )
}

const unescape = (text: string): string => text.replaceAll('&amp;', '&').trim()
