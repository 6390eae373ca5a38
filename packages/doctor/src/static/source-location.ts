import { SourceMap, type SourceMapPayload } from 'node:module'
import type { ViewDocument, ViewProgram } from './view-document.ts'

/** Where something stands: in the document, and in the file it was built from where there is a source map. Both begin with 1. */
export interface SourceLocation {
  readonly line: number
  readonly column: number
  readonly source?: string
}

const MAX_EXCERPT = 80
const MAP = /\/\/[#@]\s*sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)\s*$/

/** The place of a position in a script. */
export function locate({ html }: ViewDocument, { text, offset }: ViewProgram, at: number): SourceLocation {
  const map = readMap(text)
  const inScript = positionOf(text, at)
  const original = map?.findEntry(inScript.line - 1, inScript.column - 1)
  if (original && 'originalSource' in original && original.originalSource)
    return { line: original.originalLine + 1, column: original.originalColumn + 1, source: original.originalSource }
  return positionOf(html, offset + at)
}

/** The beginning of a piece of code, and where it stands: `localStorage.getItem('unit')` (line 12, column 5). */
export function excerpt(view: ViewDocument, program: ViewProgram, { start, end }: { start: number; end: number }): string {
  const code = program.text.slice(start, end).replaceAll(/\s+/g, ' ')
  const short = code.length > MAX_EXCERPT ? `${code.slice(0, MAX_EXCERPT).replace(/[\w$]+$/, '')}…` : code
  return `${short} (${writeLocation(locate(view, program, start))})`
}

/** Describes a position of the document. */
export function writePlace(view: ViewDocument, at: number): string {
  const program = view.programs.find(({ offset, text }) => at >= offset && at < offset + text.length)
  return writeLocation(program ? locate(view, program, at - program.offset) : positionOf(view.html, at))
}

/** Formats a position. */
export const writeLocation = ({ line, column, source }: SourceLocation): string =>
  `${source === undefined ? '' : `${source}, `}line ${line}, column ${column}`

function positionOf(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', start)) {
    line++
    start = next + 1
  }
  return { line, column: at - start + 1 }
}

function readMap(text: string): SourceMap | undefined {
  const encoded = MAP.exec(text.slice(text.lastIndexOf('//')))?.[1]
  if (encoded === undefined) return undefined
  try {
    return new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}
