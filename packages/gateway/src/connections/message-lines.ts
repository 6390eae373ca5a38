import { StringDecoder } from 'node:string_decoder'

/** Splits bytes into lines, and never holds more than one line may have. */
export interface MessageLines {
  /** The lines that are complete now. Throws when one is too long. */
  push(bytes: Buffer): string[]
}

/** Makes a splitter for one stream. */
export function createMessageLines(longest: number): MessageLines {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  return {
    push(bytes) {
      const lines = decoder.write(bytes).split('\n')
      const last = lines.pop() ?? ''
      const complete = lines.map((line, index) => (index === 0 ? pieces.join('') + line : line))
      if (complete.length > 0) {
        pieces = []
        length = 0
      }
      pieces.push(last)
      length += last.length
      if (length > longest) throw new RangeError(`a message has more than ${longest} characters`)
      return complete
    },
  }
}
