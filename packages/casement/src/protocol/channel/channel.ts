import type { Unsubscribe } from '../runtime.ts'

/** Takes in a message, and the ports that were transferred with it where the transport can carry any. */
export type Receive = (message: unknown, ports?: readonly MessagePort[]) => void

/** A two-way pipe for messages. It knows windows and ports; it does not know JSON-RPC. */
export interface Channel {
  /** Throws when the message cannot be cloned or the channel is closed. */
  post(message: unknown, transfer?: Transferable[]): void
  /** What arrives before the first listener is kept for it, so no caller has to win a race. Ports that came along are handed on. */
  listen(receive: Receive): Unsubscribe
  close(reason?: unknown): void
  /** Aborts once, when either end is known to be gone. A window says nothing when it goes, so its owner must. */
  readonly closed: AbortSignal
}

/** A channel plus the inlet its transport feeds. */
export interface ChannelCore extends Channel {
  deliver: Receive
}

// A peer that never listens must not make the page keep everything a stranger posts.
const MAX_KEPT = 1000

/** What all channels share: early messages kept, listeners, closing once. The transport adds how to send and how to stop. */
export function channelCore(send: (message: unknown, transfer: Transferable[]) => void, stop: Unsubscribe): ChannelCore {
  const listeners = new Set<Receive>()
  const gone = new AbortController()
  const { signal } = gone
  let isOpen = true // the same as the signal says, which is slow to ask
  let kept: Parameters<Receive>[] = []
  return {
    closed: signal,
    post(message, transfer = []) {
      if (!isOpen) throw signal.reason
      send(message, transfer)
    },
    listen(receive) {
      listeners.add(receive)
      for (const early of kept.splice(0)) receive(...early)
      return () => void listeners.delete(receive)
    },
    deliver(message, ports) {
      if (!isOpen) return
      if (listeners.size > 0) for (const receive of listeners) receive(message, ports)
      else if (kept.length < MAX_KEPT) kept.push([message, ports])
    },
    close(reason) {
      if (!isOpen) return
      isOpen = false // first, because a transport may call close again while it stops
      kept = []
      gone.abort(reason)
      stop()
    },
  }
}
