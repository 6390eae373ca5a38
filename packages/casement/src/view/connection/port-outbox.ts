// Text of this length is posted without waiting for more.
const MAX_BUFFERED = 32_768

/**
 * Posts JSON text to a port. Messages that are sent in one go travel as the lines of one text, which takes a fraction of the
 * time. JSON text has no line breaks of its own.
 */
export class PortOutbox {
  readonly #port: MessagePort
  #lines = ''

  constructor(port: MessagePort) {
    this.#port = port
  }

  send(text: string): void {
    // Not `queueMicrotask`, which takes forty times as long in Chromium.
    if (this.#lines === '') void Promise.resolve().then(this.flush)
    else this.#lines += '\n'
    this.#lines += text
    if (this.#lines.length >= MAX_BUFFERED) this.flush()
  }

  /** Posts the buffered lines now. */
  readonly flush = (): void => {
    if (this.#lines === '') return
    this.#port.postMessage(this.#lines)
    this.#lines = ''
  }

  /** Posts the buffered lines and closes the port. */
  close(): void {
    this.flush()
    this.#port.close()
  }
}
