import type { ViewFacts } from '../static/facts.ts'
import { documentOf, type ViewDocument } from '../static/view-document.ts'
import type { Edit } from './edit.ts'
import type { Project } from './project.ts'
import { parseFile, sourceCode, type SourceCode, type SourceFile } from './source-file.ts'
import { mappedSources } from './source-maps.ts'

/** A part of a served document that is unchanged in a file. */
interface Segment {
  readonly from: number
  readonly to: number
  readonly file: string
  /** Where the part begins in the file. */
  readonly at: number
  /** Its syntactic context, which decides the escaping. */
  readonly quote: '' | '`' | "'" | '"'
}

const SHORTEST = 12

/** The document of a View, and its source files. Edits that no file matches are made in the served document only. */
export class ViewSource {
  readonly document: ViewDocument
  readonly #segments: readonly Segment[]
  readonly #project: Project
  readonly #programs: readonly SourceCode[]

  constructor(document: ViewDocument, server: readonly SourceFile[], project: Project) {
    this.document = document
    this.#project = project
    this.#segments = findSegments(document.html, server, project)
    this.#programs = this.#findPrograms()
  }

  get html(): string {
    return this.document.html
  }

  /** The scripts of the View, from where they can be edited. */
  get programs(): readonly SourceCode[] {
    return this.#programs
  }

  /** The HTML file that the document is in; undefined where it is in none. */
  get file(): string | undefined {
    return this.#segments.find(({ file }) => /\.html?$/.test(file))?.file
  }

  /** The edits for a change of the document: in the served text, and in the file that has it. */
  edit(start: number, end: number, text: string): Edit[] {
    const served = { file: this.document.uri, start, end, text }
    const segment = this.#segments.find(({ from, to }) => from <= start && end <= to)
    if (!segment) return [served]
    const { from, at, file, quote } = segment
    return [
      { ...served, isCopy: true },
      { file, start: at + start - from, end: at + end - from, text: escapeFor(quote, text) },
    ]
  }

  #findPrograms(): SourceCode[] {
    const { programs, html } = this.document
    return programs.flatMap(({ tree, text, offset }) => {
      // An event handler in an attribute is not where its element begins.
      if (!tree || html.slice(offset, offset + text.length) !== text) return []
      const isMapped = this.#segments.some(({ from, to }) => from < offset + text.length && to > offset)
      const originals = isMapped ? [] : mappedSources('view.html', text, this.#project)
      const files = originals.flatMap((path) => parseFile(path, this.#project.text(path) ?? '') ?? [])
      if (files.length > 0) return files
      return [sourceCode(text, tree, (start, end, next) => this.edit(offset + start, offset + end, next))]
    })
  }
}

/** The source of a View with the document as it is after the edits so far. */
export function viewSource(
  view: ViewFacts,
  html: string | undefined,
  server: readonly SourceFile[],
  project: Project,
): ViewSource | undefined {
  const document = documentOf(html === undefined ? view : withText(view, html))
  return document && new ViewSource(document, server, project)
}

function withText(view: ViewFacts, text: string): ViewFacts {
  const contents = view.read.ok && Array.isArray(view.read.value['contents']) ? (view.read.value['contents'] as unknown[]) : []
  const [item] = contents
  const { blob: _, ...rest } = { ...(item as Record<string, unknown>) }
  return { ...view, read: { ok: true, value: { contents: [{ ...rest, text }] } } }
}

function findSegments(html: string, server: readonly SourceFile[], project: Project): Segment[] {
  const files = project.list().filter((path) => /\.(html?|m?js|css)$/.test(path) && !project.isBuildOutput(path))
  const found: Segment[] = []
  const add = (segment: Segment): void => {
    if (segment.to > segment.from && !found.some(({ from, to }) => segment.from < to && segment.to > from)) found.push(segment)
  }
  const whole = files.flatMap((file) => wholeOf(html, project.text(file) ?? '', file))
  // The longest first: an origin in the metadata of the server is also a piece of the document that loads from it.
  const exact = [...whole, ...server.flatMap((file) => literalsIn(html, file))]
  for (const segment of exact.toSorted((one, other) => other.to - other.from - (one.to - one.from))) add(segment)
  for (const file of files.filter((path) => /\.html?$/.test(path)))
    for (const segment of endsOf(html, project.text(file) ?? '', file)) add(segment)
  return found
}

/** A file that is part of the document as a whole. */
function wholeOf(html: string, text: string, file: string): Segment[] {
  const own = text.trim()
  const from = own.length < SHORTEST ? -1 : html.indexOf(own)
  return from < 0 ? [] : [{ from, to: from + own.length, file, at: text.length - text.trimStart().length, quote: '' }]
}

/** An HTML file into which something was inserted: what it has in common with the document at both ends. */
function endsOf(html: string, text: string, file: string): Segment[] {
  const most = Math.min(html.length, text.length)
  let start = 0
  while (start < most && html[start] === text[start]) start++
  let end = 0
  while (end < most - start && html.at(-1 - end) === text.at(-1 - end)) end++
  if (start + end < text.length * 0.6) return []
  return [
    { from: 0, to: start, file, at: 0, quote: '' },
    { from: html.length - end, to: html.length, file, at: text.length - end, quote: '' },
  ]
}

/** The texts of a server that are part of the document. */
function literalsIn(html: string, { nodes, text, path: file }: SourceFile): Segment[] {
  const found: Segment[] = []
  const match = (start: number, end: number, quote: Segment['quote']): void => {
    for (const run of runsOf(text.slice(start, end))) {
      const from = run.text.length < SHORTEST ? -1 : html.indexOf(run.text)
      if (from >= 0) found.push({ from, to: from + run.text.length, file, at: start + run.at, quote })
    }
  }
  for (const node of nodes) {
    if (node.type === 'TemplateElement') match(node.start, node.end, '`')
    if (node.type === 'Literal' && typeof node.value === 'string' && node.end - node.start > SHORTEST)
      match(node.start + 1, node.end - 1, text[node.start] === '"' ? '"' : "'")
  }
  return found
}

/** The parts of a literal between its escapes. */
function runsOf(raw: string): { readonly text: string; readonly at: number }[] {
  const found: { text: string; at: number }[] = []
  let from = 0
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', at + 2)) {
    found.push({ text: raw.slice(from, at), at: from })
    from = at + 2
  }
  return [...found, { text: raw.slice(from), at: from }]
}

function escapeFor(quote: Segment['quote'], text: string): string {
  if (quote === '') return text
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  return quote === '`' ? escaped.replaceAll('${', '\\${') : escaped.replaceAll('\n', '\\n')
}
