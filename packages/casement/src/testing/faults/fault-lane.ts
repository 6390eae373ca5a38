import type { Receive } from '../../protocol/channel/channel.ts'
import { parseMessage } from '../../protocol/rpc/message.ts'
import type { Fault } from './faults.ts'
import { oversized, unauthorized, withWrongId } from './faulty-messages.ts'

/** A message with its ports. */
export type Envelope = Parameters<Receive>

/** Passes a message on. */
export type Pass = (...envelope: Envelope) => void

/** The dependencies of a lane. */
export interface LaneOptions {
  /** Chooses the fault of a message and reports it. */
  readonly choose: (message: unknown) => Fault | undefined
  readonly later: (ms: number, run: () => void) => void
  readonly random: () => number
  /** Sends a message from another source. */
  readonly stranger: (message: unknown) => void
}

/** One direction of a channel. A delayed message keeps its place in the order, unless its fault is to lose it. */
export function faultLane(pass: Pass, { choose, later, random, stranger }: LaneOptions): Pass {
  const queue: { readonly envelope: Envelope; isReady: boolean }[] = []
  let overtaken: (() => void) | undefined

  const drain = (): void => {
    for (let [first] = queue; first?.isReady; [first] = queue) {
      queue.shift()
      pass(...first.envelope)
    }
  }
  const send: Pass = (...envelope) => {
    if (queue.length > 0) queue.push({ envelope, isReady: true })
    else pass(...envelope)
  }
  const delay = (envelope: Envelope, ms: number): void => {
    const held = { envelope, isReady: false }
    queue.push(held)
    later(ms, () => {
      held.isReady = true
      drain()
    })
  }
  const letOvertake = (envelope: Envelope, ms: number): void => {
    overtaken?.()
    let isHeld = true
    overtaken = () => {
      if (isHeld) send(...envelope)
      isHeld = false
      overtaken = undefined
    }
    later(ms, overtaken)
  }

  return (raw, ports) => {
    const message = parseMessage(raw)
    const fault = choose(message)
    if (!fault) {
      send(raw, ports)
      overtaken?.()
      return
    }
    switch (fault.name) {
      case 'drop':
        return
      case 'wrong-source':
        return stranger(message)
      case 'duplicate':
        send(raw, ports)
        return send(raw)
      case 'delay':
        return delay([raw, ports], fault.ms ?? 1000)
      case 'reorder':
        return letOvertake([raw, ports], fault.ms ?? 1000)
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
