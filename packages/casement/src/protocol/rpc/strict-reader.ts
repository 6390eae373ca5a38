import { DENIED, INTERNAL_ERROR, INVALID_PARAMS, type WireCode } from '../errors.ts'
import { parseMessage, type Id, type Incoming } from './message.ts'
import type { Reader } from './peer-types.ts'
import { platform, type Runtime } from '../runtime.ts'
import { createRate } from './rate-limit.ts'
import { broken, peekSender, sortMessage } from './envelope.ts'
import { findExcess, findExcessInText } from './message-limits.ts'

/** What a strict reader lets through. All of it has a default. */
export interface StrictReaderOptions {
  runtime?: Runtime
  /** Per message: the length of JSON text, or of all strings and keys of an object with eight for each other value. Default 10 MB. */
  maxBytes?: number
  /** Default 64. */
  maxDepth?: number
  /** Values in one message. Default 500,000. */
  maxNodes?: number
  /** Default 200. */
  messagesPerSecond?: number
  /** Messages that may come at once after a pause. Default two seconds' worth. */
  burst?: number
  /** Characters of JSON text, and as many at once after a pause. Default 64 MB. */
  bytesPerSecond?: number
  /** Requests that are being served at once. Default 100. */
  maxServing?: number
  /** Says what is wrong with the params of a method, or nothing. */
  check?: (method: string, params: unknown) => string | undefined
  /** Refused messages, less those let through, that make a flood. From then on refusals are not even answered. Default 1,000. */
  floodAfter?: number
  /** The kill switch: called when a flood begins, for the host to take the View down. */
  onflood?: () => void
}

/**
 * Reads what a stranger sends, as a host must: bounded in size, depth, rate and requests in flight, plain JSON only, every
 * member of the envelope checked. It says why it refuses something, and refusing is cheap. It never throws.
 */
export function strictReader(options: StrictReaderOptions = {}): Reader {
  const { runtime = platform, maxBytes = 10_000_000, maxDepth = 64, maxNodes = 500_000, maxServing = 100, check } = options
  const {
    messagesPerSecond = 200,
    burst = 2 * messagesPerSecond,
    bytesPerSecond = 64_000_000,
    floodAfter = 1000,
    onflood,
  } = options
  const limits = { maxBytes, maxDepth, maxNodes }
  const rate = createRate(runtime, { messagesPerSecond, burst, bytesPerSecond, floodAfter, onflood })

  const admit = (message: Incoming, serving: ReadonlyMap<Id, unknown>): Incoming => {
    if (message.kind !== 'request' && message.kind !== 'note') return message
    const { method, params } = message
    const id = message.kind === 'request' ? message.id : null
    if (id !== null && serving.has(id)) return broken('request', id, 'The id of a request that is still being served')
    if (id !== null && serving.size >= maxServing)
      return broken('request', id, `More than ${maxServing} requests at once: wait for replies`, DENIED)
    const problem = check?.(method, params)
    return problem ? broken('request', id, `Invalid params for ${method}: ${problem}`, INVALID_PARAMS) : message
  }

  return (raw, serving) => {
    const verdict = rate(typeof raw === 'string' ? raw.length : 0)
    if (verdict === 'ignore') return { kind: 'noise', why: 'Flooded' }
    if (verdict === 'refuse')
      return refuse(raw, `More than ${messagesPerSecond} messages or ${bytesPerSecond} bytes per second: slow down`, DENIED)
    if (typeof raw === 'string' && raw.length > maxBytes) return refuse(raw, `Message refused: larger than ${maxBytes} bytes`)
    const parsed = parseMessage(raw)
    const message = sortMessage(parsed)
    if (message.kind === 'noise' || message.kind === 'broken') return message
    const excess = typeof raw === 'string' ? findExcessInText(raw, parsed, limits) : findExcess(parsed, limits)
    if (excess) return refuse(parsed, `Message refused: ${excess}`)
    try {
      return admit(message, serving)
    } catch {
      return refuse(parsed, 'The check of this method failed', INTERNAL_ERROR)
    }
  }
}

function refuse(raw: unknown, why: string, code?: WireCode): Incoming {
  const { of, id } = peekSender(raw)
  return broken(of, id, why, code)
}
