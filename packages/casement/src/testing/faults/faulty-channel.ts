import type { Channel, Receive } from '../../protocol/channel.ts'
import { isRecord, parseMessage, readMessage } from '../../protocol/message.ts'
import { platform, type Runtime, type Undo } from '../../protocol/runtime.ts'
import { befall, type Traffic } from './befall.ts'
import type { Fault, InjectedFault } from './faults.ts'
import { seededRandom } from './seeded-random.ts'

/** How faults are injected. */
export interface FaultOptions {
  /** The same seed and the same traffic give the same faults. Default 1. */
  readonly seed?: string | number
  readonly runtime?: Runtime
  /** Hears of every fault as it happens. */
  readonly onfault?: (fault: InjectedFault) => void
  /** Sends what `wrong-source` takes away, from elsewhere. Without it the message is dropped, as whoever checks the source does. */
  readonly stranger?: (message: unknown) => void
}

type Envelope = Parameters<Receive>

/** A channel on which things go wrong. Everything that is not befallen by a fault passes untouched. */
export function faultyChannel(channel: Channel, faults: readonly Fault[], options: FaultOptions = {}): Channel {
  const { runtime = platform } = options
  const random = seededRandom(options.seed ?? 1)
  const timers = new Set<Undo>()
  const listeners = new Set<Receive>()
  const early: Envelope[] = []
  const methods = { in: new Map<unknown, string>(), out: new Map<unknown, string>() }
  const left = faults.map(({ times = Infinity }) => times)

  const later = (ms: number, run: () => void): void => {
    const undo = runtime.after(ms, () => {
      timers.delete(undo)
      if (!channel.closed.aborted) run()
    })
    timers.add(undo)
  }
  const choose = (direction: 'in' | 'out', message: unknown): Fault | undefined => {
    const traffic = trafficOf(direction, message, methods)
    const index = faults.findIndex((fault, at) => left[at]! > 0 && befall(fault, traffic) && random() < (fault.rate ?? 1))
    if (index >= 0) left[index]!--
    return faults[index]
  }

  const lane = (direction: 'in' | 'out', pass: (...envelope: Envelope) => void): ((...envelope: Envelope) => void) => {
    let queue: { envelope: Envelope; ready: boolean }[] = []
    let overtaken: (() => void) | undefined
    const drain = (): void => {
      while (queue[0]?.ready) pass(...queue.shift()!.envelope)
    }
    const send = (...envelope: Envelope): void => {
      if (queue.length > 0) queue.push({ envelope, ready: true })
      else pass(...envelope)
    }
    return (raw, ports) => {
      const message = parseMessage(raw)
      const fault = choose(direction, message)
      if (!fault) {
        send(raw, ports)
        overtaken?.()
        return
      }
      options.onfault?.({ name: fault.name, direction, message })
      switch (fault.name) {
        case 'drop':
          return
        case 'wrong-source':
          return options.stranger?.(message)
        case 'duplicate':
          send(raw, ports)
          return send(raw)
        case 'delay': {
          const held = { envelope: [raw, ports] as Envelope, ready: false }
          queue = [...queue, held]
          return later(fault.ms ?? 1000, () => {
            held.ready = true
            drain()
          })
        }
        case 'reorder': {
          overtaken?.()
          let isHeld = true
          overtaken = () => {
            if (isHeld) send(raw, ports)
            isHeld = false
            overtaken = undefined
          }
          return later(fault.ms ?? 1000, overtaken)
        }
        case 'late-approval':
          return later(fault.ms ?? 65_000, () => pass(raw, ports))
        case 'wrong-id':
          return send(withWrongId(message, random), ports)
        case 'oversized':
          return send(oversized(message, fault.bytes ?? 8 * 1024 * 1024), ports)
        case 'unauthorized':
          return send(unauthorized(message), ports)
      }
    }
  }

  const post = lane('out', (message, ports) => channel.post(message, ports ? [...ports] : []))
  const hear = lane('in', (...envelope) => {
    if (listeners.size === 0) early.push(envelope)
    for (const receive of listeners) receive(...envelope)
  })
  let stop: Undo | undefined
  channel.closed.addEventListener('abort', () => {
    for (const undo of timers) undo()
  })
  return {
    closed: channel.closed,
    close: (reason) => channel.close(reason),
    post: (message, transfer = []) =>
      post(
        message,
        transfer.filter((item) => item instanceof MessagePort),
      ),
    listen(receive) {
      listeners.add(receive)
      for (const envelope of early.splice(0)) receive(...envelope)
      stop ??= channel.listen(hear)
      return () => {
        listeners.delete(receive)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

/** What a message is, and for an answer what it answers. */
function trafficOf(direction: 'in' | 'out', message: unknown, methods: Record<'in' | 'out', Map<unknown, string>>): Traffic {
  const incoming = readMessage(message)
  if (incoming.kind === 'request') {
    methods[direction].set(incoming.id, incoming.method)
    return { direction, kind: 'request', method: incoming.method }
  }
  if (incoming.kind === 'note') return { direction, kind: 'note', method: incoming.method }
  if (incoming.kind !== 'reply' && incoming.kind !== 'failure') return { direction, kind: 'noise', method: undefined }
  const asked = methods[direction === 'in' ? 'out' : 'in']
  const method = asked.get(incoming.id)
  asked.delete(incoming.id)
  return { direction, kind: 'answer', method }
}

const withWrongId = (message: unknown, random: () => number): unknown =>
  isRecord(message) ? { ...message, id: `nobody-${Math.floor(random() * 1e9)}` } : message

const PADDING = 'dev.casement/padding'

function oversized(message: unknown, bytes: number): unknown {
  if (!isRecord(message)) return message
  const member = 'method' in message ? 'params' : 'result' in message ? 'result' : 'error'
  const body = isRecord(message[member]) ? message[member] : {}
  const meta = isRecord(body['_meta']) ? body['_meta'] : {}
  return { ...message, [member]: { ...body, _meta: { ...meta, [PADDING]: 'x'.repeat(bytes) } } }
}

function unauthorized(message: unknown): unknown {
  if (!isRecord(message)) return message
  const error = { code: -32_001, message: 'HTTP 401: the server wants authorization', data: { status: 401 } }
  return { jsonrpc: '2.0', id: message['id'], error }
}
