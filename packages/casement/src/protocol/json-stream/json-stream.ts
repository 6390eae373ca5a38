import { CasementError } from '../errors.ts'
import { createGrowingString } from './growing-string.ts'
import { faultError, nameFound, type JsonFault } from './json-fault.ts'
import { createJsonGrammar } from './json-grammar.ts'
import { isWholeNumber, startNumber, stepNumber, type NumberState } from './json-number.ts'

/** Reads a JSON text that arrives in chunks. All of it takes time proportional to the text, however often it is looked at. */
export interface JsonStream {
  /** Takes the next piece of the text. Text that is not JSON sets `fault`, after which pieces are ignored. */
  push(chunk: string): void
  /**
   * The value so far, closed as if the text ended here; undefined while there is none. A string shows as far as it was
   * read, a number or word only when it is whole, a key only with its value. This is the growing structure itself, at
   * no cost: read it, post it or render it at once, but neither change it nor keep it.
   */
  value(): unknown
  /** The value so far, to keep: later chunks do not change it. What is finished is shared between snapshots, so do not change it either. */
  snapshot(): unknown
  /** Says that the text is over and returns its value, which is then what `JSON.parse` gives. Throws `INVALID_MESSAGE` when the text is not JSON or not complete. */
  end(): unknown
  /** Where the text stopped being JSON. `value()` still gives what was read before. */
  readonly fault: JsonFault | undefined
}

const WORDS: Readonly<Record<string, readonly [word: string, value: boolean | null]>> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const isSpace = (code: number): boolean => code === 0x20 || code === NEWLINE || code === 0x0d || code === 0x09

/** Starts reading a JSON text. */
export function createJsonStream(): JsonStream {
  const grammar = createJsonGrammar()
  const string = createGrowingString()
  let token: 'none' | 'key' | 'string' | 'number' | 'word' = 'none'
  let number: NumberState = 'zero'
  let word = WORDS['t']!
  let matched = '' // of the number or word
  let before = 0 // length of all earlier chunks
  let line = 1
  let lineStart = 0
  let fault: JsonFault | undefined
  let ended = false

  /** Where reading goes on: nowhere, the rest of the chunk is skipped. */
  const fail = (chunk: string, at: number, expected: string): number => {
    const offset = before + at
    fault = { offset, line, column: offset - lineStart + 1, expected, found: nameFound(chunk, at) }
    return chunk.length
  }

  const finish = (value: unknown): void => {
    token = 'none'
    grammar.scalar(value)
  }

  const finishString = (): void => {
    if (token === 'string') return finish(string.whole())
    token = 'none'
    grammar.key(string.whole())
  }

  const readString = (chunk: string, start: number): number => {
    if (string.escaping) return string.escape(chunk.charAt(start)) ? start + 1 : fail(chunk, start, string.expected)
    let at = start
    let code = 0
    while (at < chunk.length) {
      code = chunk.charCodeAt(at)
      if (code === QUOTE || code === BACKSLASH || code < 0x20) break
      at++
    }
    if (at > start) string.append(chunk.slice(start, at))
    if (at === chunk.length) return at
    if (code === QUOTE) finishString()
    else if (code === BACKSLASH) string.startEscape()
    else return fail(chunk, at, 'a closing quote or an escape, because control characters must be escaped')
    return at + 1
  }

  const readNumber = (chunk: string, start: number): number => {
    let at = start
    while (at < chunk.length) {
      const next = stepNumber(number, chunk.charCodeAt(at))
      if (!next) break
      number = next
      at++
    }
    matched += chunk.slice(start, at)
    if (at === chunk.length) return at
    if (!isWholeNumber(number)) return fail(chunk, at, 'a digit')
    finish(Number(matched))
    return at
  }

  const readWord = (chunk: string, at: number): number => {
    const [letters, value] = word
    if (chunk[at] !== letters[matched.length]) return fail(chunk, at, letters)
    matched += chunk[at]
    if (matched.length === letters.length) finish(value)
    return at + 1
  }

  const startString = (kind: 'key' | 'string'): void => {
    token = kind
    string.start()
  }

  /** Takes the first character of a number or word. False when neither starts with it. */
  const startAtom = (character: string, code: number): boolean => {
    const begun = startNumber(code)
    const found = WORDS[character]
    if (begun) {
      token = 'number'
      number = begun
    } else if (found) {
      token = 'word'
      word = found
    } else return false
    matched = character
    return true
  }

  const readBetween = (chunk: string, at: number): number => {
    const code = chunk.charCodeAt(at)
    if (isSpace(code)) {
      if (code === NEWLINE) {
        line++
        lineStart = before + at + 1
      }
      return at + 1
    }
    const character = chunk.charAt(at)
    if (grammar.wantsKey && code === QUOTE) startString('key')
    else if (grammar.wantsValue && code === QUOTE) startString('string')
    else if (!grammar.punctuate(character) && !(grammar.wantsValue && startAtom(character, code)))
      return fail(chunk, at, grammar.expected)
    return at + 1
  }

  const readers = { none: readBetween, key: readString, string: readString, number: readNumber, word: readWord }

  const expectedAtEnd = (): string => {
    if (token === 'word') return word[0]
    if (token === 'number') return 'a digit'
    if (token !== 'none') return string.escaping ? string.expected : 'a closing quote'
    return grammar.expected
  }

  const value = (): unknown => {
    if (token === 'string') grammar.tree.put(string.shown())
    return grammar.tree.root()
  }

  return {
    value,
    get fault() {
      return fault
    },
    push(chunk) {
      if (ended) throw new CasementError('INVALID_ARGUMENT', 'push() after end(): create a new JSON stream for a new text')
      if (fault) return
      let at = 0
      while (at < chunk.length) at = readers[token](chunk, at)
      before += chunk.length
    },
    snapshot() {
      value()
      return grammar.tree.copy()
    },
    end() {
      ended = true
      if (token === 'number' && isWholeNumber(number) && !fault) finish(Number(matched))
      if (!grammar.isOver && !fault) fail('', 0, expectedAtEnd())
      if (fault) throw faultError(fault)
      return grammar.tree.root()
    },
  }
}
