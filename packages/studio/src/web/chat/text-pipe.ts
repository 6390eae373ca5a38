/** A stream of text pieces with several readers, each of which receives all pieces. */
export interface TextPipe extends AsyncIterable<string> {
  write(piece: string): void
  end(): void
  /** It will never be complete. */
  fail(error: unknown): void
  /** The text so far. */
  readonly text: string
  readonly subscribe: (changed: () => void) => () => void
}

/** Makes a pipe. A late reader starts with all earlier text. */
export function createTextPipe(): TextPipe {
  let text = ''
  let isEnded = false
  let failure: unknown
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get text() {
      return text
    },
    write(piece) {
      text += piece
      changed()
    },
    end() {
      isEnded = true
      changed()
    },
    fail(error) {
      failure = error
      isEnded = true
      changed()
    },
    subscribe,
    async *[Symbol.asyncIterator]() {
      let read = 0
      for (;;) {
        if (read < text.length) {
          const piece = text.slice(read)
          read = text.length
          yield piece
        } else if (failure !== undefined) throw failure
        else if (isEnded) return
        else
          await new Promise<void>((resolve) => {
            const stop = subscribe(() => {
              stop()
              resolve()
            })
          })
      }
    },
  }
}
