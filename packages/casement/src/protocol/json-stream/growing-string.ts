/** A string that grows by pieces of decoded text and by escapes, in time proportional to what is added. */
export interface GrowingString {
  /** Empties it for the next string. */
  start(): void
  append(piece: string): void
  /** True between a backslash and the end of its escape. */
  readonly escaping: boolean
  startEscape(): void
  /** Takes one character of an escape. False when it cannot stand there. */
  escape(character: string): boolean
  /** What the next character of an escape has to be. */
  readonly expected: string
  /** What may be shown: half an escape and half a surrogate pair are held back, since the next chunk may change them. */
  shown(): string
  /** All of it, once the closing quote was read. */
  whole(): string
}

const SIMPLE = new Map([
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

/** Makes an empty one. */
export function createGrowingString(): GrowingString {
  let text = ''
  // Kept apart, because looking at the last character of `text` would flatten the rope that makes appending cheap.
  let held = ''
  let escape = ''

  const append = (piece: string): void => {
    if (isHighSurrogate(piece.charCodeAt(piece.length - 1))) {
      text += held + piece.slice(0, -1)
      held = piece.slice(-1)
    } else {
      text += held + piece
      held = ''
    }
  }

  return {
    append,
    start() {
      text = ''
      held = ''
    },
    get escaping() {
      return escape !== ''
    },
    startEscape() {
      escape = '\\'
    },
    escape(character) {
      if (escape === '\\') {
        const simple = SIMPLE.get(character)
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
    shown: () => text,
    whole: () => text + held,
  }
}
