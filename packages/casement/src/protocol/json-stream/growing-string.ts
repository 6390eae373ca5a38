/** A string that is built from decoded text and escapes, in linear time. */
export interface GrowingString {
  /** Starts the next string. */
  start(): void
  append(piece: string): void
  /** True between a backslash and the end of its escape. */
  readonly isInEscape: boolean
  startEscape(): void
  /** Adds one character of an escape. False if the character is invalid. */
  escape(character: string): boolean
  /** A description of the next character of an escape. */
  readonly expected: string
  /** The part that the next chunk cannot change: without an incomplete escape or surrogate pair. */
  stable(): string
  /** The complete string, once its closing quote was read. */
  complete(): string
}

const SIMPLE_ESCAPES = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Creates an empty string. */
export function createGrowingString(): GrowingString {
  let text = ''
  // A trailing high surrogate. Reading the last character of `text` instead would flatten the rope that makes appending cheap.
  let highSurrogate = ''
  let escape = ''

  const append = (piece: string): void => {
    if (isHighSurrogate(piece.charCodeAt(piece.length - 1))) {
      text += highSurrogate + piece.slice(0, -1)
      highSurrogate = piece.slice(-1)
    } else {
      text += highSurrogate + piece
      highSurrogate = ''
    }
  }

  return {
    append,
    start() {
      text = ''
      highSurrogate = ''
    },
    get isInEscape() {
      return escape !== ''
    },
    startEscape() {
      escape = '\\'
    },
    escape(character) {
      if (escape === '\\') {
        const simple = SIMPLE_ESCAPES.get(character)
        if (simple === undefined && character !== 'u') return false
        escape = simple === undefined ? '\\u' : ''
        if (simple !== undefined) append(simple)
        return true
      }
      if (!/[0-9a-f]/i.test(character)) return false
      escape += character
      if (escape.length === 6) {
        append(String.fromCharCode(Number.parseInt(escape.slice(2), 16)))
        escape = ''
      }
      return true
    },
    get expected() {
      return escape === '\\' ? 'one of " \\ / b f n r t u after the backslash' : 'a hexadecimal digit'
    },
    stable: () => text,
    complete: () => text + highSurrogate,
  }
}
