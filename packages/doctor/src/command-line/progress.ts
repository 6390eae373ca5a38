/** The stream that shows progress. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const EVERY_MS = 10_000
const COLUMNS = 80

/** Shows how far a long work is: on a terminal in one line that is written over, elsewhere with a line every ten seconds. */
export function createProgress(stream: ProgressStream, now: () => number = () => performance.now()): (text: string) => void {
  if (stream.isTTY) return (text) => void stream.write(`\r\x1B[K${text.slice(0, (stream.columns || COLUMNS) - 1)}`)
  let last = now()
  return (text) => {
    if (text === '' || now() - last < EVERY_MS) return
    last = now()
    stream.write(`${text}\n`)
  }
}
