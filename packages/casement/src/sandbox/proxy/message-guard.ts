import { isRecord, type Id } from '../../protocol/rpc/message.ts'

/** The decision about a message of the View. `refuse` is the id of a request that gets an error response. */
export type Verdict =
  | { readonly pass: string; readonly method: unknown }
  | { readonly refuse: Id; readonly code: number; readonly why: string }
  | { readonly drop: 'reserved' | 'not-json' | 'too-big' | 'too-fast' | 'flood' }

// The largest result of the specification, and some room for the envelope.
const MAX_MESSAGE_CHARS = 10 * 1024 * 1024 + 65_536
const MAX_DEPTH = 200
const MAX_NODES = 1_000_000
// A View sends some ten messages per second, and a thousand in a row at most. The host page must not suffer from more.
const MESSAGES_BURST = 10_000
const MESSAGES_PER_SECOND = 1000
const CHARS_BURST = 64 * 1024 * 1024
// So many refusals without a pause, or refusals for so long, are a flood.
const MAX_REFUSALS = 5000
const MAX_REFUSAL_MS = 2000

const POISON = /[{,]"(?:__proto__|constructor|prototype)":/

/** True for a method that only host and proxy may use with each other. */
export const isReserved = (method: unknown): boolean =>
  typeof method === 'string' && (method.startsWith('ui/notifications/sandbox-') || method.startsWith('dev.casement/sandbox/'))

/** Checks the messages of a View. The proxy has a process of its own, so expensive checks do not slow down the host. */
export function createMessageGuard(now: () => number = () => performance.now()): (data: unknown) => Verdict {
  let messages = MESSAGES_BURST
  let chars = CHARS_BURST
  let last = now()
  let refused = 0
  let refusing = 0

  return (data) => {
    const time = now()
    const passed = (time - last) / 1000
    last = time
    messages = Math.min(MESSAGES_BURST, messages + passed * MESSAGES_PER_SECOND)
    chars = Math.min(CHARS_BURST, chars + passed * CHARS_BURST)
    if (messages < 1 || chars < 1) {
      if (refused === 0) refusing = time
      if (++refused > MAX_REFUSALS || time - refusing > MAX_REFUSAL_MS) return { drop: 'flood' }
      const id = isRecord(data) && data['method'] ? idOf(data) : undefined
      return id === undefined ? { drop: 'too-fast' } : refuse(id, -32000, 'Too many messages; send fewer')
    }
    if (messages > MESSAGES_BURST / 20) refused = 0
    messages--
    // Every View posts objects to its parent. Text is what others on the page may send each other, and is not read here.
    const message = data
    if (!isRecord(message)) return { drop: 'not-json' }
    const { method } = message
    if (isReserved(method)) return { drop: 'reserved' }
    const id = method === undefined ? undefined : idOf(message)
    const deny = (why: string, drop: 'not-json' | 'too-big' = 'not-json'): Verdict =>
      id === undefined ? { drop } : refuse(id, -32600, why)
    if ('id' in message && message['id'] !== null && idOf(message) === undefined) return { drop: 'not-json' }
    if (!isSmall(message)) return deny('The message has too many values', 'too-big')
    const text = toText(message)
    if (text === undefined || POISON.test(text)) return deny('The message is not plain JSON')
    chars -= text.length
    if (text.length > MAX_MESSAGE_CHARS) return deny('The message is too long', 'too-big')
    return { pass: text, method }
  }
}

const refuse = (id: Id, code: number, why: string): Verdict => ({ refuse: id, code, why })

function idOf({ id }: Record<string, unknown>): Id | undefined {
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined
}

// Checked first, because JSON.stringify walks a million nested arrays before it throws.
function isSmall(root: unknown): boolean {
  let left = MAX_NODES
  const fits = (value: unknown, depth: number): boolean => {
    if (--left < 0 || depth > MAX_DEPTH) return false
    return typeof value !== 'object' || value === null || Object.values(value).every((child) => fits(child, depth + 1))
  }
  return fits(root, 0)
}

/** The message as JSON text. The text is checked and passed on, so that a Map, a Date or a custom prototype cannot get through. */
export function toText(message: object): string | undefined {
  try {
    return JSON.stringify(message)
  } catch {
    return undefined
  }
}
