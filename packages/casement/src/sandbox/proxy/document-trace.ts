/** Delivers messages of one document, and of no other that may follow it in its frame. */
export interface DocumentTrace<T> {
  /** Takes the port to the document. Only the first counts, because our script runs before the View's: false for another. */
  follow(port: MessagePort): boolean
  /** Delivers a message once the document has confirmed that it is still there. */
  verify(message: T): void
}

const MAX_QUEUED = 1000

/**
 * Follows the first document of an opaque frame. All documents in that frame share its window and the origin `null`, so a later one
 * could post in its name. The document reports when it is unloaded. A message is delivered only after the document has responded to a
 * ping that was sent after the message arrived, which no other document can do.
 */
export function traceDocument<T>(deliver: (message: T) => void, onGone: () => void): DocumentTrace<T> {
  const queue: T[] = []
  let pinged = 0
  let trace: MessagePort | undefined
  const ping = (): void => {
    if (!trace || pinged > 0 || queue.length === 0) return
    pinged = queue.length
    trace.postMessage(null, [])
  }
  return {
    follow(port) {
      if (trace) {
        port.close()
        return false
      }
      trace = port
      trace.addEventListener('message', ({ data }) => {
        if (data === 'gone') return onGone()
        // Presses and heartbeats arrive on the same port.
        if (data !== 'here') return
        for (const message of queue.splice(0, pinged)) deliver(message)
        pinged = 0
        ping()
      })
      trace.start()
      ping()
      return true
    },
    verify(message) {
      if (queue.push(message) > MAX_QUEUED) return onGone()
      ping()
    },
  }
}
