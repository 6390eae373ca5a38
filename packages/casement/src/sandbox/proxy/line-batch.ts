/** Sends texts, several at a time as the lines of one. */
export interface LineBatch {
  readonly send: (text: string) => void
  /** Sends the pending lines now. */
  readonly flush: () => void
}

// From this length on, a batch is sent without waiting for more lines.
const MAX_PENDING_CHARS = 32_768

/**
 * Sends the first text immediately and batches those that directly follow it, because posting a message costs more than anything else
 * that is done with it. JSON text has no line breaks of its own. `messageLines` splits a batch again.
 */
export function createLineBatch(post: (text: string) => void): LineBatch {
  let lines = ''
  let isWaiting = false
  // One turn of the event loop, by a message: browsers throttle timers in a hidden page.
  const { port1, port2 } = new MessageChannel()
  const nextTurn = (): void => port2.postMessage(null, [])
  const flush = (): void => {
    if (lines) post(lines)
    lines = ''
  }
  port1.onmessage = () => {
    isWaiting = lines !== ''
    flush()
    if (isWaiting) nextTurn()
  }
  return {
    flush,
    send(text) {
      lines += (lines && '\n') + text
      if (!isWaiting || lines.length > MAX_PENDING_CHARS) flush()
      if (!isWaiting) nextTurn()
      isWaiting = true
    },
  }
}
