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
}

const TAG = /<!--[^]*?(?:-->|$)|<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'template', 'noscript'])

/** Reads the tags of a document. Not a parser: it knows what hides tags from a browser, and no more. */
export function scanHtml(html: string): ScannedHtml {
  const elements: Element[] = []
  const scripts: Script[] = []
  const styles: string[] = []
  TAG.lastIndex = 0
  for (let match = TAG.exec(html); match; match = TAG.exec(html)) {
    const [, tag, rest = ''] = match
    if (tag === undefined) continue
    const element = { name: tag.toLowerCase(), attributes: readAttributes(rest) }
    elements.push(element)
    if (!RAW.has(element.name)) continue
    const start = TAG.lastIndex
    const end = html.slice(start).search(new RegExp(`</${element.name}[\\s/>]`, 'i'))
    const text = end < 0 ? html.slice(start) : html.slice(start, start + end)
    if (element.name === 'script') scripts.push({ ...element, text, closed: end >= 0 })
    if (element.name === 'style') styles.push(text)
    TAG.lastIndex = start + text.length
  }
  return { doctype: /^\s*(?:<!--[^]*?-->\s*)*<!doctype html/i.test(html.replace(/^\uFEFF/, '')), elements, scripts, styles }
}

function readAttributes(text: string): Map<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)]
  return new Map(
    found.map(([, name = '', double, single, bare]) => [name.toLowerCase(), unescape(double ?? single ?? bare ?? '')]),
  )
}

const unescape = (text: string): string => text.replaceAll('&amp;', '&').trim()
