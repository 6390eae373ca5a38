import type { Unsubscribe } from 'casement/protocol'

/** One message that passed somewhere. */
export interface WireEntry {
  /** Counts up from 0 and is never used twice. */
  readonly seq: number
  /** Milliseconds as `performance.now()` counts them. */
  readonly at: number
  readonly view?: string | undefined
  readonly server?: string | undefined
  /** The View that a message between host and server was sent for. */
  readonly forView?: string | undefined
  /** The fault that was injected into it. */
  readonly fault?: string | undefined
  readonly hop: 'view-host' | 'host-server' | 'sandbox'
  readonly direction: 'to-view' | 'from-view' | 'to-server' | 'from-server'
  readonly message: unknown
  readonly bytes: number
  /** Through the sandbox's relay, or over the port between View and host. */
  readonly path?: 'relay' | 'port' | undefined
  /** Why it was not acted on, where it was not. */
  readonly refused?: string | undefined
}

/** The last messages, the oldest of which give way. */
export interface WireLog {
  append(entry: Omit<WireEntry, 'seq'>): void
  /** A message between the page and a server, and the View that it was sent for. */
  serverMessage(server: string, direction: 'to-server' | 'from-server', message: unknown, forView?: string): void
  /** The number of the oldest stored message; `end` if there is none. */
  readonly first: number
  /** The next one will have this number. */
  readonly end: number
  get(seq: number): WireEntry | undefined
  /** All stored messages, oldest first. */
  readonly entries: readonly WireEntry[]
  /** Runs something after changes, at most once per frame. */
  readonly subscribe: (changed: () => void) => Unsubscribe
  clear(): void
}

/** The methods of a log. */
export interface WireLogOptions {
  /** The limit of stored messages. Default 100,000. */
  readonly capacity?: number
  /** Runs something with the next frame. */
  readonly nextFrame?: (run: () => void) => void
  readonly now?: () => number
}

/** Makes an empty log. Adding to it costs the same however full it is. */
export function createWireLog({
  capacity = 100_000,
  nextFrame = (run) => void requestAnimationFrame(run),
  now = () => performance.now(),
}: WireLogOptions = {}): WireLog {
  let ring: WireEntry[] = []
  let first = 0
  let end = 0
  let isTelling = false
  let all: readonly WireEntry[] | undefined
  const listeners = new Set<() => void>()
  const changed = (): void => {
    all = undefined
    if (isTelling || listeners.size === 0) return
    isTelling = true
    nextFrame(() => {
      isTelling = false
      for (const listener of listeners) listener()
    })
  }
  const log: WireLog = {
    get first() {
      return first
    },
    get end() {
      return end
    },
    get entries() {
      const start = first % capacity
      all ??= [...ring.slice(start), ...ring.slice(0, start)].slice(0, end - first)
      return all
    },
    get: (seq) => (seq >= first && seq < end ? ring[seq % capacity] : undefined),
    append(entry) {
      ring[end % capacity] = { ...entry, seq: end }
      end++
      if (end - first > capacity) first = end - capacity
      changed()
    },
    serverMessage: (server, direction, message, forView) =>
      log.append({
        at: now(),
        server,
        hop: 'host-server',
        direction,
        message,
        bytes: sizeOf(message),
        ...(forView !== undefined && { forView }),
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear() {
      ring = []
      first = end
      changed()
    },
  }
  return log
}

const encoder = new TextEncoder()

function sizeOf(message: unknown): number {
  try {
    return encoder.encode(JSON.stringify(message) ?? '').length
  } catch {
    return 0
  }
}
