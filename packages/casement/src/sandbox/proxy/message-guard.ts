import { isRecord, parseMessage, type Id } from '../../protocol/rpc/message.ts'

/** What becomes of a message of the View. `answer` is a refusal that the sender can be told, because it asked with an id. */
export type Verdict =
  | { readonly pass: string; readonly method: unknown }
  | { readonly answer: Id; readonly code: number; readonly why: string }
  | { readonly drop: 'reserved' | 'not-json' | 'too-big' | 'too-fast' | 'flood' }

// What an app may move through its host in one piece, with some room for the envelope.
const LONGEST_MESSAGE = 10 * 1024 * 1024 + 65_536
const DEEPEST = 200
const MOST_NODES = 1_000_000
// A View says some ten things a second, and a thousand in a row when it must. A host page is not to suffer from more.
const BURST = 10_000
const PER_SECOND = 1000
const BYTES_BURST = 64 * 1024 * 1024
// This many refusals without a pause, or refusals for this long, are no accident.
const FLOOD = 5000
const FLOOD_MS = 2000

const POISON = /[{,]"(?:__proto__|constructor|prototype)":/

/** True for a method that only host and proxy may use with each other. */
export const isReserved = (method: unknown): boolean =>
  typeof method === 'string' && (method.startsWith('ui/notifications/sandbox-') || method.startsWith('dev.casement/sandbox/'))

/** Judges what a View posts. The proxy has a process of its own, so it can afford what must not reach the host. */
export function createMessageGuard(now: () => number = () => performance.now()): (data: unknown) => Verdict {
  let messages = BURST
  let bytes = BYTES_BURST
  let last = now()
  let refused = 0
  let refusing = 0

  return (data) => {
    const time = now()
    const passed = (time - last) / 1000
    last = time
    messages = Math.min(BURST, messages + passed * PER_SECOND)
    bytes = Math.min(BYTES_BURST, bytes + passed * BYTES_BURST)
    if (messages < 1 || bytes < 1) {
      if (refused === 0) refusing = time
      if (++refused > FLOOD || time - refusing > FLOOD_MS) return { drop: 'flood' }
      const id = isRecord(data) && data['method'] ? idOf(data) : undefined
      return id === undefined ? { drop: 'too-fast' } : refuse(id, -32000, 'Too many messages; slow down')
    }
    if (messages > BURST / 20) refused = 0
    messages--
    if (typeof data === 'string' && data.length > LONGEST_MESSAGE) return { drop: 'too-big' }
    const message = parseMessage(data)
    if (!isRecord(message)) return { drop: 'not-json' }
    const { method } = message
    if (isReserved(method)) return { drop: 'reserved' }
    const id = method === undefined ? undefined : idOf(message)
    const deny = (why: string, drop: 'not-json' | 'too-big' = 'not-json'): Verdict =>
      id === undefined ? { drop } : refuse(id, -32600, why)
    if ('id' in message && message['id'] !== null && idOf(message) === undefined) return { drop: 'not-json' }
    if (!isSmall(message)) return deny('The message has too many parts', 'too-big')
    const text = toText(message)
    if (text === undefined || POISON.test(text)) return deny('The message is not plain JSON')
    bytes -= text.length
    if (text.length > LONGEST_MESSAGE) return deny('The message is too long', 'too-big')
    return { pass: text, method }
  }
}

const refuse = (answer: Id, code: number, why: string): Verdict => ({ answer, code, why })

function idOf({ id }: Record<string, unknown>): Id | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined
}

// JSON.stringify would walk a cycle or a tower of a million arrays to its end before it complains.
function isSmall(root: unknown): boolean {
  let left = MOST_NODES
  const fits = (value: unknown, depth: number): boolean => {
    if (--left < 0 || depth > DEEPEST) return false
    if (typeof value !== 'object' || value === null) return true
    for (const key in value) if (!fits(value[key as never], depth + 1)) return false
    return true
  }
  return fits(root, 0)
}

/** Text is what is judged and text is what is passed on: a Map, a Date or an object with a strange prototype cannot survive it. */
export function toText(message: object): string | undefined {
  try {
    return JSON.stringify(message)
  } catch {
    return undefined
  }
}
