import { DENIED, INTERNAL_ERROR, INVALID_PARAMS, type WireCode } from '../errors.ts'
import { parseMessage, type Id, type Incoming } from './message.ts'
import type { Reader } from './peer-types.ts'
import { platform, type Runtime } from '../runtime.ts'
import { createRateLimiter } from './rate-limit.ts'
import { broken, classifyMessage, peekSender } from './envelope.ts'
import { findExcess, findExcessInText } from './message-limits.ts'

/** The limits of a strict reader. All have defaults. */
export interface StrictReaderOptions {
  runtime?: Runtime
  /** Per message: the length of JSON text, or of all strings and keys of an object plus eight for each other value. Default 10 MB. */
  maxBytes?: number
  /** Nesting depth of one message. Default 64. */
  maxDepth?: number
  /** Values in one message. Default 500,000. */
  maxNodes?: number
  /** Default 200. */
  messagesPerSecond?: number
  /** Messages that may arrive at once after a pause. Default two seconds' worth. */
  burst?: number
  /** Characters of JSON text per second, and at once after a pause. Default 64 MB. */
  bytesPerSecond?: number
  /** Requests that are handled at the same time. Default 100. */
  maxServing?: number
  /** Validates the params of a method and returns the problem, or undefined. */
  check?: (method: string, params: unknown) => string | undefined
  /** The number by which refused messages must exceed accepted ones to count as a flood. From then on, messages get no response. Default 1,000. */
  floodAfter?: number
  /** Called once when a flood begins, so that the host can unmount the View. */
  onflood?: () => void
}

/**
 * Reads messages from an untrusted sender, as a host must: size, depth, rate and concurrent requests are limited, only plain JSON is
 * accepted, and every member of the envelope is validated. A refusal states its reason and costs little. It never throws.
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
  const limitRate = createRateLimiter(runtime, { messagesPerSecond, burst, bytesPerSecond, floodAfter, onflood })

  const admit = (message: Incoming, active: ReadonlyMap<Id, unknown>): Incoming => {
    if (message.kind !== 'request' && message.kind !== 'note') return message
    const { method, params } = message
    const id = message.kind === 'request' ? message.id : null
    if (id !== null && active.has(id)) return broken('request', id, 'The id is in use by a request that is still pending')
    if (id !== null && active.size >= maxServing)
      return broken('request', id, `More than ${maxServing} concurrent requests. Wait for responses before sending more`, DENIED)
    const problem = check?.(method, params)
    return problem ? broken('request', id, `Invalid params for ${method}: ${problem}`, INVALID_PARAMS) : message
  }

  return (raw, active) => {
    const verdict = limitRate(typeof raw === 'string' ? raw.length : 0)
    if (verdict === 'ignore') return { kind: 'noise', why: 'Flooded' }
    if (verdict === 'refuse')
      return refuse(raw, `More than ${messagesPerSecond} messages or ${bytesPerSecond} bytes per second. Send fewer`, DENIED)
    if (typeof raw === 'string' && raw.length > maxBytes) return refuse(raw, `Message refused: larger than ${maxBytes} bytes`)
    const parsed = parseMessage(raw)
    const message = classifyMessage(parsed)
    if (message.kind === 'noise' || message.kind === 'broken') return message
    const excess = typeof raw === 'string' ? findExcessInText(raw, parsed, limits) : findExcess(parsed, limits)
    if (excess) return refuse(parsed, `Message refused: ${excess}`)
    try {
      return admit(message, active)
    } catch {
      return refuse(parsed, 'Validating the params of this method failed', INTERNAL_ERROR)
    }
  }
}

function refuse(raw: unknown, why: string, code?: WireCode): Incoming {
  const { of, id } = peekSender(raw)
  return broken(of, id, why, code)
}
