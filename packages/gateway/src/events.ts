import type { GatewayEvent } from './api.ts'
import { isSameOwner, type Owner } from './security/principal.ts'

// A page that is this far behind will not catch up; it is notified to reload.
const MAX_WAITING = 1000
const MAX_LISTENERS = 1000

/** Delivers events to listeners, without letting a slow listener block others or fill the memory. */
export interface EventHub {
  /** Notifies the pages of one user; without an owner, all pages. */
  publish(event: GatewayEvent, owner?: Owner): void
  /** The events of a user from now on. Undefined when too many listen already. */
  open(owner: Owner, signal: AbortSignal): AsyncIterable<GatewayEvent> | undefined
  readonly listeners: number
  /** Whether a page of this user listens. */
  hasListener(owner: Owner): boolean
  /** Ends every stream. */
  close(): void
}

interface Listener {
  push(event: GatewayEvent): void
  end(): void
}

/** Makes a hub. */
export function createEventHub(): EventHub {
  const listeners = new Map<Listener, Owner>()
  return {
    get listeners() {
      return listeners.size
    },
    hasListener: (owner) => [...listeners.values()].some((each) => isSameOwner(each, owner)),
    publish(event, owner) {
      for (const [listener, each] of listeners) if (!owner || isSameOwner(each, owner)) listener.push(event)
    },
    open(owner, signal) {
      if (listeners.size >= MAX_LISTENERS) return undefined
      const queue = createQueue()
      listeners.set(queue, owner)
      const leave = (): void => {
        listeners.delete(queue)
        queue.end()
      }
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      return queue
    },
    close() {
      for (const listener of listeners.keys()) listener.end()
      listeners.clear()
    },
  }
}

function createQueue(): Listener & AsyncIterable<GatewayEvent> {
  let waiting: GatewayEvent[] = []
  let ended = false
  let wake: (() => void) | undefined
  return {
    push(event) {
      if (ended) return
      if (waiting.length >= MAX_WAITING) waiting = [{ type: 'resync' }]
      waiting.push(event)
      wake?.()
    },
    end() {
      ended = true
      wake?.()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift()
        if (next) yield next
        else if (ended) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
