/** The pause between two pieces. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/** Milliseconds between two pieces: about as often as models send. */
const BEAT = 40

/** A text in pieces, as a model would write it, at so many characters a second. */
export async function* streamText(
  text: string,
  charactersPerSecond: number,
  signal: AbortSignal,
  wait: Wait = pause,
): AsyncGenerator<string> {
  const perBeat = (charactersPerSecond * BEAT) / 1000
  let sent = 0
  for (let beat = 1; sent < text.length; beat++) {
    await wait(BEAT, signal)
    const due = Math.min(text.length, Math.floor(beat * perBeat))
    if (due > sent) yield text.slice(sent, due)
    sent = due
  }
}

/** Waits, and rejects on abort. */
const pause: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(asError(signal.reason))
      return
    }
    const stop = (): void => {
      clearTimeout(timer)
      reject(asError(signal.reason))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))
