/** A piece of a file that becomes another. */
export interface Edit {
  /** The path inside of the project, or the URI of a View for its served document. */
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** True in a served document whose source file gets the same edit. */
  readonly isCopy?: boolean
}

/** The text after its edits. Undefined when two of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string | undefined {
  let from = 0
  let result = ''
  for (const { start, end, text: next } of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (start < from) return undefined
    result += text.slice(from, start) + next
    from = end
  }
  return result + text.slice(from)
}
