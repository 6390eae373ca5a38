// Text of this length is posted without waiting for more.
const MAX_BUFFERED = 32_768

/** Posts JSON text to a port. */
export interface PortOutbox {
  send(text: string): void
  /** Posts what is buffered, and closes the port. */
  close(): void
}

/**
 * Messages that are sent in one go travel as the lines of one text, which takes a fraction of the time. JSON text has no line
 * breaks of its own.
 */
export function createPortOutbox(port: MessagePort): PortOutbox {
  let lines = ''
  function flush(): void {
    if (lines) port.postMessage(lines)
    lines = ''
  }
  return {
    send(text) {
      // Not `queueMicrotask`, which takes forty times as long in Chromium.
      if (lines) lines += '\n'
      else void Promise.resolve().then(flush)
      lines += text
      if (lines.length >= MAX_BUFFERED) flush()
    },
    close() {
      flush()
      port.close()
    },
  }
}
