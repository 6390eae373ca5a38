/** The last lines that something wrote. */
export interface OutputLines {
  push(text: string): void
  readonly lines: readonly string[]
}

// Enough for a stack trace, and bounded for a server that logs for a year.
const MAX_LINES = 100
const MAX_LINE_LENGTH = 2000

/** Keeps the last lines of a text that arrives in pieces. */
export function createOutputLines(): OutputLines {
  const lines: string[] = []
  let rest = ''
  return {
    push(text) {
      const pieces = (rest + text).split(/\r?\n/)
      rest = (pieces.pop() ?? '').slice(0, MAX_LINE_LENGTH)
      lines.push(...pieces.slice(-MAX_LINES).map((line) => line.slice(0, MAX_LINE_LENGTH)))
      lines.splice(0, lines.length - MAX_LINES)
    },
    get lines() {
      return rest ? [...lines, rest] : [...lines]
    },
  }
}
