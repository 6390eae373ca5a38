import { CasementError } from '../errors.ts'
import type { JsonFault } from './json-fault.ts'
import { JsonReader } from './json-reader.ts'

/** Parses a JSON text that arrives in chunks. The total time is linear in the text, however often the value is read. */
export interface JsonStream {
  /** Adds the next chunk of the text. Invalid JSON sets `fault`, and later chunks are ignored. */
  push(chunk: string): void
  /**
   * The value so far, with all open containers closed; undefined while there is none. It includes the received part of a string, but
   * a number or literal only when it is complete, and a key only with its value. The result is not copied and later chunks extend it:
   * read, post or render it immediately, and do not change or keep it.
   */
  value(): unknown
  /** A copy of the value so far, which later chunks do not change. Snapshots share their completed parts, so do not change it. */
  snapshot(): unknown
  /** Ends the text and returns its value, equal to that of `JSON.parse`. Throws `INVALID_MESSAGE` if the text is invalid or incomplete. */
  end(): unknown
  /** The position and reason of invalid JSON. `value()` still returns the value before it. */
  readonly fault: JsonFault | undefined
}

/** Creates a parser for one JSON text. */
export function createJsonStream(): JsonStream {
  const reader = new JsonReader()
  let isEnded = false
  return {
    value: () => reader.value(),
    get fault() {
      return reader.fault
    },
    push(chunk) {
      if (isEnded)
        throw new CasementError('INVALID_ARGUMENT', 'push() was called after end(). Create a new JSON stream for each text')
      if (!reader.fault) reader.read(chunk)
    },
    snapshot: () => reader.snapshot(),
    end() {
      isEnded = true
      return reader.end()
    },
  }
}
