/** A way for texts, one by one or many as the lines of one. */
export interface LineGatherer {
  readonly say: (text: string) => void
  /** Sends what waits. */
  readonly flush: () => void
}

// From this length on, lines do not wait for more.
const FULL = 32_768

/**
 * Sends a text at once, and what comes right after it as the lines of one: to post a text costs more than all else that is done
 * with it. JSON text has no line breaks of its own.
 */
export function gatherLines(post: (text: string) => void): LineGatherer {
  let lines = ''
  let isBusy = false
  // A turn of the event loop, after what has arrived by now. A timer would be slowed down in a page that nobody sees.
  const { port1, port2 } = new MessageChannel()
  const wait = (): void => port2.postMessage(null, [])
  const flush = (): void => {
    if (lines) post(lines)
    lines = ''
  }
  port1.onmessage = () => {
    isBusy = lines !== ''
    flush()
    if (isBusy) wait()
  }
  return {
    flush,
    say(text) {
      lines += (lines && '\n') + text
      if (!isBusy || lines.length > FULL) flush()
      if (!isBusy) wait()
      isBusy = true
    },
  }
}

/** The texts in what was sent, or what was sent where it is no text. */
export const linesOf = (data: unknown): readonly unknown[] =>
  // Not by '\n', which becomes a line break in the script before a View, and then errors of the View are told one line too low.
  typeof data === 'string' ? data.split(/\n/) : [data]
