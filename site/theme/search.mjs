// The search box. The index is loaded when the box gets the focus.
import MiniSearch from 'minisearch'
import { excerpt, splitMatches } from './excerpt.mjs'
import { SEARCH_OPTIONS } from './search-options.mjs'

const MAX_HITS = 12

/** @template {Element} T @param {string} selector @param {new () => T} kind @returns {T} */
function find(selector, kind) {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`the page has no element ${selector}`)
  return found
}

const input = find('#search', HTMLInputElement)
const results = find('#results', HTMLElement)
const found = find('#found', HTMLElement)
const hits = find('#hits', HTMLElement)

/** @type {Promise<MiniSearch> | undefined} */
let loading

/** @returns {Promise<MiniSearch>} */
const load = () =>
  (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'search-index.js'
    script.onload = () => resolve(MiniSearch.loadJSON(Reflect.get(globalThis, 'casementSearchIndex'), SEARCH_OPTIONS))
    script.onerror = () => reject(new Error('search-index.js could not be loaded. Deploy it next to the pages'))
    document.head.append(script)
  }))

/** @param {HTMLElement} element @param {string} text @param {readonly string[]} terms */
function writeMarked(element, text, terms) {
  for (const { part, isMatch } of splitMatches(text, terms)) {
    const node = document.createElement(isMatch ? 'mark' : 'span')
    node.textContent = part
    element.append(node)
  }
}

/** @param {import('minisearch').SearchResult} hit */
function entry(hit) {
  const link = document.createElement('a')
  link.href = String(hit.id)
  const title = document.createElement('strong')
  writeMarked(title, hit['heading'], hit.terms)
  const page = document.createElement('span')
  page.className = 'page'
  page.textContent = hit['page'] === hit['heading'] ? '' : hit['page']
  const text = document.createElement('small')
  writeMarked(text, excerpt(hit['shown'], hit.terms), hit.terms)
  link.append(title, ' ', page, text)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/**
 * @param {number} exact
 * @param {number} all
 * @param {string} query
 */
function describe(exact, all, query) {
  if (exact > 0) return exact === 1 ? '1 section contains all words' : `${exact} sections contain all words`
  return all > 0 ? 'No section contains all words. Related sections:' : `No results for “${query}”`
}

async function show() {
  const query = input.value.trim()
  const index = await load()
  if (query !== input.value.trim()) return
  const exact = query === '' ? [] : index.search(query)
  const known = new Set(exact.map(({ id }) => id))
  const related = exact.length < MAX_HITS ? index.search(query, { combineWith: 'OR' }).filter(({ id }) => !known.has(id)) : []
  const all = [...exact, ...related].slice(0, MAX_HITS)
  results.hidden = query === ''
  found.textContent = describe(exact.length, all.length, query)
  hits.replaceChildren(...all.map(entry))
}

const close = () => {
  results.hidden = true
}

input.addEventListener('focus', () => void load())
input.addEventListener('input', () => void show())

addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')
  if (event.key === '/' && !typing) {
    event.preventDefault()
    input.focus()
    return
  }
  if (results.hidden) return
  if (event.key === 'Escape') {
    close()
    input.focus()
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [input, ...hits.querySelectorAll('a')]
  const here = stops.findIndex((stop) => stop === document.activeElement)
  if (here < 0) return
  event.preventDefault()
  stops[(here + (event.key === 'ArrowDown' ? 1 : stops.length - 1)) % stops.length]?.focus()
})

addEventListener('click', ({ target }) => {
  if (target instanceof Node && !results.parentElement?.contains(target)) close()
})
hits.addEventListener('click', close)
