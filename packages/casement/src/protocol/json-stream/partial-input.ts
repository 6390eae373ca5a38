import { CasementError } from '../errors.ts'
import { isRecord } from '../rpc/message.ts'
import { platform, type Runtime, type Unsubscribe } from '../runtime.ts'
import { faultError } from './json-fault.ts'
import { createJsonStream } from './json-stream.ts'

/** Whom a partial input tells, and its idea of time. */
export interface PartialInputOptions {
  /** Sends `ui/notifications/tool-input-partial`. The arguments are a snapshot: they do not grow any more. */
  onpartial: (args: Record<string, unknown>) => void
  /** Sends `ui/notifications/tool-input`. Called at most once, and nothing is called after it. */
  oninput: (args: Record<string, unknown>) => void
  /** Hears of text that is no JSON object, and of a send that threw. Either way no partial follows until `restart()`. */
  onerror: (error: CasementError) => void
  /** Runs something at the next frame, for a page `requestAnimationFrame`. Default: the runtime's clock, 16 ms later. */
  frame?: (run: () => void) => Unsubscribe
  runtime?: Runtime
}

/** Takes the text of a tool's arguments as a model writes it. Once it completed or was cancelled, it ignores every call. */
export interface PartialInput {
  /** Takes the next piece of the text. Never throws. */
  push(delta: string): void
  /** Forgets the text, because the model begins its arguments again. */
  restart(): void
  /** Sends the complete arguments: those given, else those of the text. An empty text means no arguments, as models write it. */
  complete(args?: Record<string, unknown>): void
  /** Stops, because the model stopped. */
  cancel(): void
}

const FRAME_MS = 16

// Every partial repeats all that came before it, so one per frame would send a quadratic number of characters. Each
// received character instead pays for 32 sent ones: the first few hundred characters are sent at every frame, after that
// whenever the text has grown by a thirty-second, and all partials together stay within 32 times the text.
const SENT_PER_RECEIVED = 32

/** Turns the growing text of a tool's arguments into partial inputs, at most one per frame and few enough in sum. */
export function createPartialInput(options: PartialInputOptions): PartialInput {
  const { runtime = platform, frame = (run: () => void) => runtime.after(FRAME_MS, run) } = options
  let stream = createJsonStream()
  let length = 0 // of the text since the last restart
  let received = 0
  let sent = 0
  let state: 'open' | 'muted' | 'broken' | 'done' = 'open'
  let unschedule: Unsubscribe | undefined
  let scheduled = false

  const change = (next: typeof state): void => {
    state = next
    scheduled = false
    unschedule?.()
  }

  const fail = (next: 'broken' | 'muted', error: CasementError): void => {
    if (state !== 'done') change(next)
    options.onerror(error)
  }

  const deliver = (send: (args: Record<string, unknown>) => void, args: Record<string, unknown>): void => {
    try {
      send(args)
    } catch (cause) {
      fail(
        'muted',
        CasementError.is(cause) ? cause : new CasementError('SEND_FAILED', `Could not send: ${String(cause)}`, { cause }),
      )
    }
  }

  const draw = (): void => {
    scheduled = false
    const args = stream.snapshot()
    if (!isRecord(args) || sent + length > received * SENT_PER_RECEIVED) return
    sent += length
    deliver(options.onpartial, args)
  }

  const schedule = (): void => {
    if (state !== 'open' || scheduled) return
    scheduled = true
    unschedule = frame(draw)
  }

  const sendWhole = (): void => {
    let whole: unknown = {}
    try {
      if (length > 0) whole = stream.end()
    } catch (error) {
      return fail('broken', error as CasementError)
    }
    if (isRecord(whole)) deliver(options.oninput, whole)
    else fail('broken', notAnObject(whole))
  }

  return {
    push(delta) {
      if (state === 'broken' || state === 'done' || delta === '') return
      stream.push(delta)
      length += delta.length
      received += delta.length
      const value = stream.value()
      if (stream.fault) fail('broken', faultError(stream.fault))
      else if (value !== undefined && !isRecord(value)) fail('broken', notAnObject(value))
      else schedule()
    },
    restart() {
      if (state === 'done') return
      change('open')
      stream = createJsonStream()
      length = 0
    },
    complete(args) {
      if (state === 'done') return
      const wasBroken = state === 'broken'
      change('done')
      if (args) deliver(options.oninput, args)
      else if (!wasBroken) sendWhole() // else the reason was reported when it was found
    },
    cancel: () => change('done'),
  }
}

function notAnObject(value: unknown): CasementError {
  const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
  return new CasementError('INVALID_MESSAGE', `The arguments of a tool must be a JSON object, but the text holds ${kind}`)
}
