import { createGrowingString } from './growing-string.ts'
import { describeFound, faultError, type JsonFault } from './json-fault.ts'
import { createJsonGrammar } from './json-grammar.ts'
import { isCompleteNumber, startNumber, stepNumber, type NumberState } from './json-number.ts'

interface Literal {
  readonly text: string
  readonly value: boolean | null
}

const LITERALS: Readonly<Record<string, Literal>> = {
  t: { text: 'true', value: true },
  f: { text: 'false', value: false },
  n: { text: 'null', value: null },
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const FIRST_PRINTABLE = 0x20
const isSpace = (code: number): boolean => code === 0x20 || code === NEWLINE || code === 0x0d || code === 0x09

/**
 * An incremental JSON parser. A token can span chunks, so its state is kept between them. Every `#read…` method consumes part of a
 * token and returns the position where reading continues.
 */
export class JsonReader {
  fault: JsonFault | undefined
  readonly #grammar = createJsonGrammar()
  readonly #string = createGrowingString()
  #token: 'none' | 'key' | 'string' | 'number' | 'literal' = 'none'
  #numberState: NumberState = 'zero'
  #literal: Literal = { text: 'true', value: true }
  /** The text of the current number or literal. */
  #matched = ''
  /** The length of all previous chunks. */
  #chunkOffset = 0
  #line = 1
  #lineOffset = 0

  read(chunk: string): void {
    let position = 0
    while (position < chunk.length) position = this.#readToken(chunk, position)
    this.#chunkOffset += chunk.length
  }

  /** The value so far. Later chunks extend it. */
  value(): unknown {
    if (this.#token === 'string') this.#grammar.tree.put(this.#string.stable())
    return this.#grammar.tree.root()
  }

  /** A copy of the value so far. */
  snapshot(): unknown {
    this.value()
    return this.#grammar.tree.copy()
  }

  /** Ends the text. Throws if it is not valid JSON. */
  end(): unknown {
    if (this.#token === 'number' && isCompleteNumber(this.#numberState) && !this.fault) this.#endScalar(Number(this.#matched))
    if (!this.#grammar.isOver && !this.fault) this.#fail('', 0, this.#expectedAtEnd())
    if (this.fault) throw faultError(this.fault)
    return this.#grammar.tree.root()
  }

  #readToken(chunk: string, position: number): number {
    switch (this.#token) {
      case 'none':
        return this.#readBetweenTokens(chunk, position)
      case 'number':
        return this.#readNumber(chunk, position)
      case 'literal':
        return this.#readLiteral(chunk, position)
      default:
        return this.#readString(chunk, position)
    }
  }

  #readBetweenTokens(chunk: string, position: number): number {
    const code = chunk.charCodeAt(position)
    if (isSpace(code)) {
      if (code === NEWLINE) {
        this.#line++
        this.#lineOffset = this.#chunkOffset + position + 1
      }
      return position + 1
    }
    const grammar = this.#grammar
    const character = chunk.charAt(position)
    if (grammar.allowsKey && code === QUOTE) this.#startString('key')
    else if (grammar.allowsValue && code === QUOTE) this.#startString('string')
    else if (!grammar.punctuate(character) && !(grammar.allowsValue && this.#startScalar(character, code)))
      return this.#fail(chunk, position, grammar.expected)
    return position + 1
  }

  #startString(token: 'key' | 'string'): void {
    this.#token = token
    this.#string.start()
  }

  /** Starts a number or literal. False if neither starts with this character. */
  #startScalar(character: string, code: number): boolean {
    const numberState = startNumber(code)
    const literal = LITERALS[character]
    if (numberState) {
      this.#token = 'number'
      this.#numberState = numberState
    } else if (literal) {
      this.#token = 'literal'
      this.#literal = literal
    } else return false
    this.#matched = character
    return true
  }

  #readString(chunk: string, start: number): number {
    const string = this.#string
    if (string.isInEscape) return string.escape(chunk.charAt(start)) ? start + 1 : this.#fail(chunk, start, string.expected)
    let position = start
    let code = 0
    while (position < chunk.length) {
      code = chunk.charCodeAt(position)
      if (code === QUOTE || code === BACKSLASH || code < FIRST_PRINTABLE) break
      position++
    }
    if (position > start) string.append(chunk.slice(start, position))
    if (position === chunk.length) return position
    if (code === QUOTE) this.#endString()
    else if (code === BACKSLASH) string.startEscape()
    else return this.#fail(chunk, position, 'a closing quote or an escape, because control characters must be escaped')
    return position + 1
  }

  #readNumber(chunk: string, start: number): number {
    let position = start
    while (position < chunk.length) {
      const next = stepNumber(this.#numberState, chunk.charCodeAt(position))
      if (!next) break
      this.#numberState = next
      position++
    }
    this.#matched += chunk.slice(start, position)
    if (position === chunk.length) return position
    if (!isCompleteNumber(this.#numberState)) return this.#fail(chunk, position, 'a digit')
    this.#endScalar(Number(this.#matched))
    return position
  }

  #readLiteral(chunk: string, position: number): number {
    const { text, value } = this.#literal
    const character = chunk.charAt(position)
    if (character !== text[this.#matched.length]) return this.#fail(chunk, position, text)
    this.#matched += character
    if (this.#matched.length === text.length) this.#endScalar(value)
    return position + 1
  }

  #endString(): void {
    if (this.#token === 'string') return this.#endScalar(this.#string.complete())
    this.#token = 'none'
    this.#grammar.key(this.#string.complete())
  }

  #endScalar(value: unknown): void {
    this.#token = 'none'
    this.#grammar.scalar(value)
  }

  #expectedAtEnd(): string {
    if (this.#token === 'literal') return this.#literal.text
    if (this.#token === 'number') return 'a digit'
    if (this.#token === 'none') return this.#grammar.expected
    return this.#string.isInEscape ? this.#string.expected : 'a closing quote'
  }

  /** Records the fault and returns the end of the chunk, so that the rest is skipped. */
  #fail(chunk: string, position: number, expected: string): number {
    const offset = this.#chunkOffset + position
    const column = offset - this.#lineOffset + 1
    this.fault = { offset, line: this.#line, column, expected, found: describeFound(chunk, position) }
    return chunk.length
  }
}
