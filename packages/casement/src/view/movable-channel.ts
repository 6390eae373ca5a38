import { channelCore, type Channel } from '../protocol/channel.ts'
import type { Undo } from '../protocol/runtime.ts'

/** A channel whose carrier can be replaced while it is in use, so that whoever speaks through it never notices. */
export interface MovableChannel extends Channel {
  /** Sends and hears through another carrier from now on, and closes the one before. */
  move(to: Channel): void
}

/** Wraps a channel. `tap` sees every message that passes, before anybody else does. */
export function movableChannel(first: Channel, tap: (direction: 'in' | 'out', message: unknown) => void): MovableChannel {
  let carrier = first
  let stop: Undo
  const core = channelCore(
    (message, transfer) => {
      tap('out', message)
      carrier.post(message, transfer)
    },
    () => carrier.close(),
  )
  const listen = (to: Channel): void => {
    carrier = to
    stop = to.listen((message) => {
      tap('in', message)
      core.deliver(message)
    })
    // The carrier before closes too, but nobody minds any more.
    to.closed.addEventListener('abort', () => carrier === to && core.close(to.closed.reason))
  }
  listen(first)
  return {
    ...core,
    move(to) {
      const before = carrier
      stop()
      listen(to)
      before.close()
    },
  }
}
