/** A piece of a text that becomes another. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text after its edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let from = 0
  let result = ''
  for (const { start, end, text: next } of inOrder(edits)) {
    result += text.slice(from, start) + next
    from = end
  }
  return result + text.slice(from)
}

/** Edits from the beginning of the text to its end. */
export const inOrder = (edits: readonly Edit[]): Edit[] => edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
