import type ts from 'typescript'

/** A place that needs manual work. */
export interface Note {
  /** From 1. */
  readonly line: number
  /** The source text at that place. */
  readonly what: string
  /** The change to make. */
  readonly fix: string
}

/** A note on a place in a file. */
export const noteAt = (source: ts.SourceFile, position: number, what: string, fix: string): Note => ({
  line: source.getLineAndCharacterOfPosition(position).line + 1,
  what,
  fix,
})

/** The findings in one file. */
export interface Findings {
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[]
  readonly notes: readonly Note[]
}
