import { parseMessage, type Incoming } from '../../protocol/rpc/message.ts'

/** One message between host and View, as it passed. */
export interface WireTrace {
  /** Milliseconds on the clock of the bridge, which is `performance.now()` unless another was given. */
  readonly at: number
  readonly direction: 'to-view' | 'from-view'
  /** Through the sandbox's relay, or over the port between View and host. */
  readonly path: 'relay' | 'port'
  /** The message, parsed where it came as text; the text itself where it could not be. */
  readonly message: unknown
  /** Its length as JSON text in UTF-8. */
  readonly bytes: number
  /** Why it was not acted on, where it was not. */
  readonly refused?: string
}

/** Tells what passes one way to the View. */
export interface WireTracer {
  sent(message: unknown): void
  received(raw: unknown, read: Incoming): void
}

const encoder = new TextEncoder()

/** Makes the tracer of one path. Nothing is measured or parsed where there is none. */
export function wireTracer(trace: (entry: WireTrace) => void, now: () => number, path: WireTrace['path']): WireTracer {
  const tell = (direction: WireTrace['direction'], message: unknown, bytes: number, refused?: string): void => {
    try {
      trace({ at: now(), direction, path, message, bytes, ...(refused !== undefined && { refused }) })
    } catch (error) {
      // Who listens in must not disturb what is said.
      reportError(error)
    }
  }
  return {
    sent: (message) => tell('to-view', message, sizeOf(message)),
    received(raw, read) {
      const message = parseMessage(raw) ?? raw
      tell('from-view', message, sizeOf(raw), 'why' in read ? read.why : undefined)
    },
  }
}

function sizeOf(message: unknown): number {
  if (typeof message === 'string') return encoder.encode(message).length
  try {
    return encoder.encode(JSON.stringify(message) ?? '').length
  } catch {
    return 0
  }
}
