import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'

/** A section of the documentation. */
export interface DocsSection {
  /** The file, such as `view.md`. */
  readonly page: string
  /** The headings from the title of the page down to the section. */
  readonly heading: string
  readonly text: string
}

const FOLDER = fileURLToPath(new URL('../../dist/docs', import.meta.url))

/** The sections of a page. Lines in code blocks are no headings. */
export function sectionsOf(page: string, markdown: string): DocsSection[] {
  const path: string[] = []
  const found: { heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks = '', title = ''] = isCode ? [] : (/^(#{1,6}) (.+)$/.exec(line) ?? [])
    if (title === '') found.at(-1)?.lines.push(line)
    else {
      path.splice(marks.length - 1, path.length, title)
      found.push({ heading: path.filter((each) => each !== undefined).join(' > '), lines: [] })
    }
  }
  return found.map(({ heading, lines }) => ({ page, heading, text: lines.join('\n').trim() }))
}

let index: MiniSearch<DocsSection & { readonly id: number }> | undefined

function openIndex(): MiniSearch<DocsSection & { readonly id: number }> {
  const created = new MiniSearch<DocsSection & { readonly id: number }>({
    fields: ['heading', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: { boost: { heading: 3 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false) },
  })
  const sections = readdirSync(FOLDER).flatMap((page) => sectionsOf(page, readFileSync(join(FOLDER, page), 'utf8')))
  for (const [id, section] of sections.entries()) created.add({ ...section, id })
  return created
}

/** The sections that match a query best, best first. */
export function searchDocs(query: string, limit: number): DocsSection[] {
  index ??= openIndex()
  return index
    .search(query)
    .slice(0, limit)
    .map(({ page, heading, text }) => ({ page: String(page), heading: String(heading), text: String(text) }))
}
