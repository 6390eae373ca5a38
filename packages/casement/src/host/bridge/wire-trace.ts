import type { Runtime } from '../../protocol/runtime.ts'
import { parseMessage, type Incoming } from '../../protocol/rpc/message.ts'

/** One message between host and View. */
export interface WireTrace {
  /** Milliseconds on the clock of the bridge, which is `performance.now()` unless another was given. */
  readonly at: number
  readonly direction: 'to-view' | 'from-view'
  /** Through the sandbox's relay, or over the port between View and host. */
  readonly path: 'relay' | 'port'
  /** The parsed message, or the text if it could not be parsed. */
  readonly message: unknown
  /** Its length as JSON text in UTF-8. */
  readonly bytes: number
  /** Why it was not acted on, where it was not. */
  readonly refused?: string
}

/** Reports the messages of one View. */
export interface WireTracer {
  sent(message: unknown, path: WireTrace['path']): void
  received(raw: unknown, message: Incoming, path: WireTrace['path']): void
}

/** Creates a tracer. An error in the callback is reported and does not affect the message. */
export function wireTracer(trace: (entry: WireTrace) => void, { now }: Pick<Runtime, 'now'>): WireTracer {
  const emit = (entry: WireTrace): void => {
    try {
      trace(entry)
    } catch (error) {
      reportError(error)
    }
  }
  return {
    sent: (message, path) => emit({ at: now(), direction: 'to-view', path, message, bytes: sizeOf(message) }),
    received(raw, read, path) {
      const refused = 'why' in read ? { refused: read.why } : {}
      emit({ at: now(), direction: 'from-view', path, message: parseMessage(raw) ?? raw, bytes: sizeOf(raw), ...refused })
    },
  }
}

function sizeOf(message: unknown): number {
  if (typeof message === 'string') return new TextEncoder().encode(message).length
  try {
    return new TextEncoder().encode(JSON.stringify(message) ?? '').length
  } catch {
    return 0
  }
}
