import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { readMessage } from '../../protocol/rpc/message.ts'
import { platform, type Runtime, type Unsubscribe } from '../../protocol/runtime.ts'
import { applies, type Traffic } from './fault-applies.ts'
import { faultLane, type Envelope, type Pass } from './fault-lane.ts'
import type { Fault, InjectedFault } from './faults.ts'
import { seededRandom } from './seeded-random.ts'

/** Options of a faulty channel. */
export interface FaultOptions {
  /** The same seed and the same traffic give the same faults. Default 1. */
  readonly seed?: string | number
  readonly runtime?: Runtime
  /** Called with every fault as it is injected. */
  readonly onfault?: (fault: InjectedFault) => void
  /** Sends a message of `wrong-source` from another source. Default: it is dropped, as by a receiver that checks the source. */
  readonly stranger?: (message: unknown) => void
}

/** A channel that injects faults. All other messages pass unchanged. */
export function faultyChannel(channel: Channel, faults: readonly Fault[], options: FaultOptions = {}): Channel {
  const { runtime = platform } = options
  const random = seededRandom(options.seed ?? 1)
  const timers = new Set<Unsubscribe>()
  const listeners = new Set<Receive>()
  const early: Envelope[] = []
  const methods = { in: new Map<unknown, string>(), out: new Map<unknown, string>() }
  const left = faults.map(({ times = Infinity }) => times)

  const later = (ms: number, run: () => void): void => {
    const cancel = runtime.after(ms, () => {
      timers.delete(cancel)
      if (!channel.closed.aborted) run()
    })
    timers.add(cancel)
  }
  const choose = (direction: 'in' | 'out', message: unknown): Fault | undefined => {
    const traffic = trafficOf(direction, message, methods)
    const index = faults.findIndex((fault, at) => (left[at] ?? 0) > 0 && applies(fault, traffic) && random() < (fault.rate ?? 1))
    const fault = faults[index]
    if (!fault) return undefined
    left[index] = (left[index] ?? 0) - 1
    options.onfault?.({ name: fault.name, direction, message })
    return fault
  }
  const lane = (direction: 'in' | 'out', pass: Pass): Pass =>
    faultLane(pass, {
      choose: (message) => choose(direction, message),
      later,
      random,
      stranger: (message) => options.stranger?.(message),
    })

  const post = lane('out', (message, ports) => channel.post(message, ports ? [...ports] : []))
  const deliver = lane('in', (...envelope) => {
    if (listeners.size === 0) early.push(envelope)
    for (const receive of listeners) receive(...envelope)
  })
  let stop: Unsubscribe | undefined
  channel.closed.addEventListener('abort', () => {
    for (const cancel of timers) cancel()
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
      stop ??= channel.listen(deliver)
      return () => {
        listeners.delete(receive)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

/** Classifies a message. A response has the method of its request. */
function trafficOf(direction: 'in' | 'out', message: unknown, methods: Record<'in' | 'out', Map<unknown, string>>): Traffic {
  const incoming = readMessage(message)
  if (incoming.kind === 'request') {
    methods[direction].set(incoming.id, incoming.method)
    return { direction, kind: 'request', method: incoming.method }
  }
  if (incoming.kind === 'note') return { direction, kind: 'note', method: incoming.method }
  if (incoming.kind !== 'reply' && incoming.kind !== 'failure') return { direction, kind: 'noise', method: undefined }
  const requests = methods[direction === 'in' ? 'out' : 'in']
  const method = requests.get(incoming.id)
  requests.delete(incoming.id)
  return { direction, kind: 'response', method }
}
