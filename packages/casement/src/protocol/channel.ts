import type { Undo } from './runtime.ts'

/** A two-way pipe for messages. It knows windows and ports; it does not know JSON-RPC. */
export interface Channel {
  /** Throws when the message cannot be cloned or the channel is closed. */
  post(message: unknown, transfer?: Transferable[]): void
  /** What arrives before the first listener is kept for it, so no caller has to win a race. */
  listen(receive: (message: unknown) => void): Undo
  close(reason?: unknown): void
  /** Aborts once, when either end is known to be gone. A window says nothing when it goes, so its owner must. */
  readonly closed: AbortSignal
}

/** A channel plus the inlet its transport feeds. */
export interface ChannelCore extends Channel {
  deliver(message: unknown): void
}

// A peer that never listens must not make the page keep everything a stranger posts.
const MAX_KEPT = 1000

/** What all channels share: early messages kept, listeners, closing once. The transport adds how to send and how to stop. */
export function channelCore(send: (message: unknown, transfer: Transferable[]) => void, stop: Undo): ChannelCore {
  const listeners = new Set<(message: unknown) => void>()
  const gone = new AbortController()
  let kept: unknown[] = []
  return {
    closed: gone.signal,
    post(message, transfer = []) {
      gone.signal.throwIfAborted()
      send(message, transfer)
    },
    listen(receive) {
      listeners.add(receive)
      for (const message of kept.splice(0)) receive(message)
      return () => void listeners.delete(receive)
    },
    deliver(message) {
      if (gone.signal.aborted) return
      if (listeners.size > 0) for (const receive of listeners) receive(message)
      else if (kept.length < MAX_KEPT) kept.push(message)
    },
    close(reason) {
      if (gone.signal.aborted) return
      kept = []
      gone.abort(reason) // first, because a transport may call close again while it stops
      stop()
    },
  }
}
