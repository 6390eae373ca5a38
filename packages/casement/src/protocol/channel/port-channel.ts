import { channelCore, type Channel } from './channel.ts'

// Deeper than any message should be. It also ends the walk over a cycle, which a port can carry and JSON cannot.
const MAX_DEPTH = 100
// And more than any should hold: text repeats a part as often as it is shared, and a port does not.
const MAX_VALUES = 100_000

/** True when JSON text says the same as the value. A member that is undefined may go missing: JSON-RPC reads both alike. */
function isJsonSafe(message: unknown): boolean {
  let values = 0

  // Only what can hold more is visited; to call a function for each string and number takes half as long again.
  const isSafe = (value: object, depth: number): boolean => {
    if (depth > MAX_DEPTH || ++values > MAX_VALUES) return false
    if (Array.isArray(value)) {
      for (const item of value as unknown[])
        if (!isSafeScalar(item) && (typeof item !== 'object' || !isSafe(item as object, depth + 1))) return false
      return true
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const key in value) {
      const member: unknown = value[key as never]
      if (isSafeScalar(member) || member === undefined) continue
      if (typeof member !== 'object' || !isSafe(member as object, depth + 1)) return false
    }
    return true
  }

  return isSafe([message], 0)
}

const isSafeScalar = (value: unknown): boolean =>
  typeof value === 'string' || Number.isFinite(value) || typeof value === 'boolean' || value === null

// Not every platform tells a port that its other end was closed, so the last thing said is goodbye. No message is a bare null:
// one that is posted crosses as the text "null".
const GOODBYE = null

// From this length on, lines do not wait for more.
const FULL = 32_768
// And more than this many in one text are not read.
const MOST_LINES = 8192

/**
 * Talks through a port. Posts JSON text, which crosses a port several times faster than an object does, and the value itself
 * where the text would lose something or something is transferred. Closes when the other end does. Where no ports can come
 * with a message, `ports: false` does not look for them, which takes a while.
 *
 * What is said in one go can cross as the lines of one text, which takes a fraction of the time; JSON text has no line breaks of
 * its own. Not everybody reads that, so it is done from the first text with several lines on that came from the other end, or
 * from the beginning with `lines: true`.
 */
export function portChannel(port: MessagePort, { ports = true, lines: areRead = false } = {}): Channel {
  let readsLines = areRead
  let lines = ''
  const flush = (): void => {
    if (lines) port.postMessage(lines)
    lines = ''
  }
  const hear = (event: { data: unknown; ports: readonly MessagePort[] }): void => {
    const { data } = event
    if (data === GOODBYE) return gone()
    const messages = typeof data === 'string' ? data.split('\n', MOST_LINES) : [data]
    readsLines ||= messages.length > 1
    for (const message of messages) channel.deliver(message, ports ? event.ports : undefined)
  }
  const gone = (): void => channel.close()
  const channel = channelCore(
    (message, transfer) => {
      if (transfer.length === 0 && isJsonSafe(message)) {
        lines += (lines && '\n') + JSON.stringify(message)
        if (!readsLines || lines[FULL]) flush()
        else void Promise.resolve().then(flush) // because the browser's own microtask takes forty times as long
      } else {
        flush()
        port.postMessage(message, transfer)
      }
    },
    () => {
      port.removeEventListener('message', hear)
      port.removeEventListener('close', gone)
      flush()
      port.postMessage(GOODBYE)
      port.close()
    },
  )
  port.addEventListener('message', hear)
  port.addEventListener('close', gone)
  port.start()
  return channel
}
