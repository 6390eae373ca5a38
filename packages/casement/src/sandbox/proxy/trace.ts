/** What a document left with the proxy, and what hangs on it. */
export interface Trace<T> {
  /** The end of a channel whose other end lives as long as the document. Only the first counts: our script runs before the View's. */
  follow(port: MessagePort): void
  /** Hands something on once it is known that the document is still there. */
  vouch(said: T): void
}

const MOST_HELD = 1000

/**
 * Follows the first document of an opaque frame: all documents in there have the same window and the same origin, `null`, so a later
 * one could speak in its name. It says goodbye when it goes; and nothing is handed on before it has answered a question that was
 * asked afterwards, which no other document can.
 */
export function followDocument<T>(hear: (said: T) => void, gone: () => void): Trace<T> {
  const held: T[] = []
  let asked = 0
  let trace: MessagePort | undefined
  const ask = (): void => {
    if (!trace || asked > 0 || held.length === 0) return
    asked = held.length
    trace.postMessage(null, [])
  }
  return {
    follow(port) {
      if (trace) return port.close()
      trace = port
      trace.addEventListener('message', ({ data }) => {
        if (data === 'gone') return gone()
        for (const said of held.splice(0, asked)) hear(said)
        asked = 0
        ask()
      })
      trace.start()
      ask()
    },
    vouch(said) {
      if (held.push(said) > MOST_HELD) return gone()
      ask()
    },
  }
}
