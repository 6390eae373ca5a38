// The search index: one document per section of each page.
import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS } from './theme/search-options.mjs'

const MAX_TEXT = { searched: 4_000, shown: 1_000 }

/**
 * The sections of a rendered page, as text.
 * @param {string} name
 * @param {import('./markdown.mjs').Rendered} rendered
 */
export function sectionsOf(name, { html, title, headings }) {
  const pieces = html.replaceAll(/ <a class="permalink"[^]*?<\/a>/g, '').split(/(?=<h[1-4] id=")/)
  return pieces.flatMap((piece) => {
    const id = /^<h[1-4] id="([^"]*)"/.exec(piece)?.[1]
    const heading = headings.find((candidate) => candidate.id === id)
    if (!heading) return []
    const href = heading.level === 1 ? `${name}.html` : `${name}.html#${heading.id}`
    const body = piece.slice(piece.indexOf('</h') + 5)
    const text = textOf(body)
    const shown = text.slice(0, MAX_TEXT.shown)
    return [{ id: href, heading: heading.text, page: title, text: text.slice(0, MAX_TEXT.searched), shown }]
  })
}

/** @type {Readonly<Record<string, string>>} */
const NAMED = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** @param {string} html */
const textOf = (html) =>
  html
    .replaceAll(/<(svg|style)[^]*?<\/\1>/g, ' ')
    .replaceAll(/<\/?(?:span|code|a|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:#x([\da-f]+)|(\w+));/gi, (_, hex, name) =>
      name ? (NAMED[name] ?? ' ') : String.fromCodePoint(parseInt(hex, 16)),
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * The index as a script, because a page from a file cannot fetch.
 * @param {ReturnType<typeof sectionsOf>} documents
 */
export function searchIndexScript(documents) {
  const index = new MiniSearch(SEARCH_OPTIONS)
  index.addAll(documents)
  return `globalThis.casementSearchIndex = ${JSON.stringify(JSON.stringify(index))}\n`
}
