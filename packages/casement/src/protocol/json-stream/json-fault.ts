import { CasementError } from '../errors.ts'

/** Where a text stopped being JSON, and why. */
export interface JsonFault {
  /** UTF-16 units from the start of the whole text, over all chunks. */
  readonly offset: number
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1, in UTF-16 units. */
  readonly column: number
  readonly expected: string
  /** The character in JSON quotes, or `the end of the text`. */
  readonly found: string
}

/** What stands at a position, as a fault names it. */
export function nameFound(chunk: string, at: number): string {
  const point = chunk.codePointAt(at)
  return point === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(point))
}

/** The fault as an error; the fault itself is its cause. */
export function faultError(fault: JsonFault): CasementError {
  const { line, column, offset, expected, found } = fault
  const message = `Invalid JSON at line ${line}, column ${column} (offset ${offset}): expected ${expected}, found ${found}`
  return new CasementError('INVALID_MESSAGE', message, { cause: fault })
}
