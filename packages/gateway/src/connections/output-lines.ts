/** The last lines that something wrote. */
export interface OutputLines {
  push(text: string): void
  readonly lines: readonly string[]
}

// Enough to see a stack trace, and little enough that a server that talks for a year takes no memory.
const MOST_LINES = 100
const LONGEST_LINE = 2000

/** Keeps the last lines of a text that arrives in pieces. */
export function createOutputLines(): OutputLines {
  const lines: string[] = []
  let rest = ''
  return {
    push(text) {
      const pieces = (rest + text).split(/\r?\n/)
      rest = (pieces.pop() ?? '').slice(0, LONGEST_LINE)
      lines.push(...pieces.slice(-MOST_LINES).map((line) => line.slice(0, LONGEST_LINE)))
      lines.splice(0, lines.length - MOST_LINES)
    },
    get lines() {
      return rest ? [...lines, rest] : [...lines]
    },
  }
}
