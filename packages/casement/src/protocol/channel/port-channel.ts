import { channelCore, type Channel } from './channel.ts'

// Deeper than any message should be. It also ends the walk over a cycle, which a port can transport and JSON cannot.
const MAX_DEPTH = 100
// More than any message should contain: JSON text repeats a shared part, a structured clone does not.
const MAX_VALUES = 100_000

/** True when JSON text is equivalent to the value. Undefined members are lost, which makes no difference to JSON-RPC. */
function isJsonSafe(message: unknown): boolean {
  let values = 0

  // Only objects are visited: a function call for each string and number takes half as long again.
  const isSafe = (value: object, depth: number): boolean => {
    if (depth > MAX_DEPTH || ++values > MAX_VALUES) return false
    if (Array.isArray(value)) {
      for (const item of value as unknown[])
        if (!isSafeScalar(item) && (typeof item !== 'object' || !isSafe(item as object, depth + 1))) return false
      return true
    }
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const member of Object.values(value) as unknown[]) {
      if (isSafeScalar(member) || member === undefined) continue
      if (typeof member !== 'object' || !isSafe(member as object, depth + 1)) return false
    }
    return true
  }

  return isSafe([message], 0)
}

const isSafeScalar = (value: unknown): boolean =>
  typeof value === 'string' || Number.isFinite(value) || typeof value === 'boolean' || value === null

// Not every platform emits an event when the other end of a port closes, so the last message announces it. It cannot be confused with
// a message: a posted null is sent as the text "null".
const CLOSE_MESSAGE = null

// Lines are sent at once from this length on.
const FLUSH_LENGTH = 32_768
// Further lines of one text are not read.
const MAX_LINES = 8192

/**
 * A channel over a `MessagePort`. It posts JSON text, which is several times faster than posting an object, and the object itself where
 * text would lose something or a port is transferred. It closes when the other end does. `ports: false` saves reading `event.ports`,
 * which is slow.
 *
 * Messages posted in the same turn are sent as the lines of one text, which takes a fraction of the time; JSON text contains no line
 * breaks. Older peers do not read lines, so this starts once the other end has sent several lines itself, or at once with `lines: true`.
 *
 * `maxText` is for an untrusted sender: a longer text is reported to `onoversize` and dropped before it is split or parsed.
 */
export function portChannel(
  port: MessagePort,
  { ports = true, lines: sendLines = false, maxText = Infinity, onoversize = (): void => {} } = {},
): Channel {
  let sendsLines = sendLines
  let lines = ''
  const flush = (): void => {
    if (lines) port.postMessage(lines)
    lines = ''
  }
  const onmessage = (event: { data: unknown; ports: readonly MessagePort[] }): void => {
    const { data } = event
    if (data === CLOSE_MESSAGE) return onclose()
    if (typeof data === 'string' && data.length > maxText) return onoversize()
    const messages = typeof data === 'string' ? data.split('\n', MAX_LINES) : [data]
    sendsLines ||= messages.length > 1
    for (const message of messages) channel.deliver(message, ports ? event.ports : undefined)
  }
  const onclose = (): void => channel.close()
  const channel = channelCore(
    (message, transfer) => {
      if (transfer.length === 0 && isJsonSafe(message)) {
        lines += (lines && '\n') + JSON.stringify(message)
        if (!sendsLines || lines.length > FLUSH_LENGTH) flush()
        else void Promise.resolve().then(flush) // queueMicrotask takes forty times as long
      } else {
        flush()
        port.postMessage(message, transfer)
      }
    },
    () => {
      port.removeEventListener('message', onmessage)
      port.removeEventListener('close', onclose)
      flush()
      port.postMessage(CLOSE_MESSAGE)
      port.close()
    },
  )
  port.addEventListener('message', onmessage)
  port.addEventListener('close', onclose)
  port.start()
  return channel
}
