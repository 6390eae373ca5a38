import type { Unsubscribe } from '../runtime.ts'

/** Receives a message, and the ports that were transferred with it if the transport supports that. */
export type Receive = (message: unknown, ports?: readonly MessagePort[]) => void

/** A two-way transport for messages. It handles windows and ports and is independent of JSON-RPC. */
export interface Channel {
  /** Throws when the message cannot be cloned or the channel is closed. */
  post(message: unknown, transfer?: Transferable[]): void
  /** Messages that arrive before the first listener are buffered for it, so callers cannot lose a race. */
  listen(receive: Receive): Unsubscribe
  close(reason?: unknown): void
  /** Aborts once, when either end is known to be closed. A window emits no event when it goes away, so its owner must call close(). */
  readonly closed: AbortSignal
}

/** A channel with the function that its transport delivers messages to. */
export interface ChannelCore extends Channel {
  deliver: Receive
}

// A peer that never listens must not make the page buffer everything that an untrusted sender posts.
const MAX_BUFFERED = 1000

/** The part that all channels share: the buffer, the listeners and closing. The transport provides `send` and `stop`. */
export function channelCore(send: (message: unknown, transfer: Transferable[]) => void, stop: Unsubscribe): ChannelCore {
  const listeners = new Set<Receive>()
  const controller = new AbortController()
  const { signal } = controller
  let isOpen = true // the same as !signal.aborted, which is slower to read
  let buffer: Parameters<Receive>[] = []
  return {
    closed: signal,
    post(message, transfer = []) {
      if (!isOpen) throw signal.reason
      send(message, transfer)
    },
    listen(receive) {
      listeners.add(receive)
      for (const message of buffer.splice(0)) receive(...message)
      return () => void listeners.delete(receive)
    },
    deliver(message, ports) {
      if (!isOpen) return
      if (listeners.size > 0) for (const receive of listeners) receive(message, ports)
      else if (buffer.length < MAX_BUFFERED) buffer.push([message, ports])
    },
    close(reason) {
      if (!isOpen) return
      isOpen = false // first, because a transport may call close again while it stops
      buffer = []
      controller.abort(reason)
      stop()
    },
  }
}
