import { CasementError } from '../errors.ts'

/** The position and reason of invalid JSON. */
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

/** The character at a position, as shown in a fault. */
export function describeFound(chunk: string, position: number): string {
  const point = chunk.codePointAt(position)
  return point === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(point))
}

/** The fault as an error, with the fault as its cause. */
export function faultError(fault: JsonFault): CasementError {
  const { line, column, offset, expected, found } = fault
  const message = `Invalid JSON at line ${line}, column ${column} (offset ${offset}): expected ${expected}, found ${found}`
  return new CasementError('INVALID_MESSAGE', message, { cause: fault })
}
