/** Delivers messages of one document, and of no other that may follow it in its frame. */
export interface DocumentTrace<T> {
  /** Takes the port to the document. Only the first counts: our script runs before the View's. */
  follow(port: MessagePort): void
  /** Delivers a message once the document has confirmed that it is still there. */
  verify(message: T): void
}

const MAX_QUEUED = 1000

/**
 * Follows the first document of an opaque frame. All documents in that frame share its window and the origin `null`, so a later one
 * could post in its name. The document says when it is unloaded; and a message is delivered only after the document has answered a
 * question that was asked after the message arrived, which no other document can.
 */
export function traceDocument<T>(deliver: (message: T) => void, onGone: () => void): DocumentTrace<T> {
  const queue: T[] = []
  let asked = 0
  let trace: MessagePort | undefined
  const ask = (): void => {
    if (!trace || asked > 0 || queue.length === 0) return
    asked = queue.length
    trace.postMessage(null, [])
  }
  return {
    follow(port) {
      if (trace) return port.close()
      trace = port
      trace.addEventListener('message', ({ data }) => {
        if (data === 'gone') return onGone()
        for (const message of queue.splice(0, asked)) deliver(message)
        asked = 0
        ask()
      })
      trace.start()
      ask()
    },
    verify(message) {
      if (queue.push(message) > MAX_QUEUED) return onGone()
      ask()
    },
  }
}
