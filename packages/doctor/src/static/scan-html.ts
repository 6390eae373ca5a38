import { parse, type DefaultTreeAdapterTypes } from 'parse5'

/** A start tag. */
export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Its start in the document. */
  readonly offset: number
}

/** A script element with its content. */
export interface Script extends Element {
  readonly text: string
  /** Where the text begins in the document. */
  readonly textOffset: number
  readonly closed: boolean
}

/** The facts about a document for the checks. */
export interface ScannedHtml {
  readonly doctype: boolean
  /** Every start tag, scripts included. */
  readonly elements: readonly Element[]
  readonly scripts: readonly Script[]
  readonly styles: readonly string[]
  /** True when a script ends where none has begun. */
  readonly strayEnd: boolean
}

type TreeNode = DefaultTreeAdapterTypes.Node
type TreeElement = DefaultTreeAdapterTypes.Element

interface Span {
  readonly from: number
  readonly to: number
}

/** Elements whose content is text for the parser. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript'])

/** Parses a document as a browser does. The content of `<template>` is inert and left out. */
export function scanHtml(html: string): ScannedHtml {
  const document = parse(html, { sourceCodeLocationInfo: true })
  const elements: Element[] = []
  const scripts: Script[] = []
  const styles: string[] = []
  const opaque: Span[] = []
  const pending: TreeNode[] = [document]
  // A stack of our own: a document may be nested deeper than calls can be.
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.nodeName === '#comment') addSpan(opaque, node)
    if ('childNodes' in node)
      for (let at = node.childNodes.length - 1; at >= 0; at--) pending.push(node.childNodes[at] as TreeNode)
    // Elements that the parser adds have no place in the source.
    if (!('tagName' in node) || !node.sourceCodeLocation) continue
    const element = elementOf(node)
    elements.push(element)
    if (!RAW.has(element.name)) continue
    addSpan(opaque, node)
    const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
    if (element.name === 'script') scripts.push(scriptOf(node, element, text))
    if (element.name === 'style') styles.push(text)
  }
  return { doctype: hasDoctype(document), elements, scripts, styles, strayEnd: hasStrayEnd(html, opaque) }
}

function elementOf({ tagName, attrs, sourceCodeLocation }: TreeElement): Element {
  const attributes = new Map(attrs.map(({ name, value }) => [name, value.trim()]))
  return { name: tagName, attributes, offset: sourceCodeLocation?.startOffset ?? 0 }
}

const scriptOf = ({ sourceCodeLocation: place }: TreeElement, element: Element, text: string): Script => ({
  ...element,
  text,
  textOffset: place?.startTag?.endOffset ?? element.offset,
  closed: place?.endTag !== undefined,
})

const hasDoctype = ({ childNodes }: DefaultTreeAdapterTypes.Document): boolean =>
  childNodes.some((node) => node.nodeName === '#documentType' && 'name' in node && node.name === 'html')

function addSpan(
  spans: Span[],
  { sourceCodeLocation: place }: { sourceCodeLocation?: { startOffset: number; endOffset: number } | null | undefined },
): void {
  if (place) spans.push({ from: place.startOffset, to: place.endOffset })
}

/** The parser drops an end tag that ends nothing, and says nothing of it. */
function hasStrayEnd(html: string, opaque: readonly Span[]): boolean {
  const sorted = opaque.toSorted((one, other) => one.from - other.from)
  let next = 0
  for (const { index } of html.matchAll(/<\/script(?=[\s/>])/gi)) {
    while ((sorted[next]?.to ?? Infinity) <= index) next++
    const span = sorted[next]
    if (!span || index < span.from) return true
  }
  return false
}
