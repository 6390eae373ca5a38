import { CasementError } from '../errors.ts'
import { isRecord } from '../rpc/message.ts'
import { platform, type Runtime, type Unsubscribe } from '../runtime.ts'
import { faultError } from './json-fault.ts'
import { createJsonStream } from './json-stream.ts'

/** Options of a partial input. */
export interface PartialInputOptions {
  /** Sends `ui/notifications/tool-input-partial`. The arguments are a snapshot: later text does not change them. */
  onpartial: (args: Record<string, unknown>) => void
  /** Sends `ui/notifications/tool-input`. Called at most once, and no callback is called after it. */
  oninput: (args: Record<string, unknown>) => void
  /** Called for text that is not a JSON object, and for a callback that threw. No partial follows until `restart()`. */
  onerror: (error: CasementError) => void
  /** Schedules a callback for the next frame, such as `requestAnimationFrame`. Default: 16 ms later by the runtime's clock. */
  frame?: (callback: () => void) => Unsubscribe
  runtime?: Runtime
}

/** Receives the streamed text of a tool call's arguments. After it completed or was cancelled, it ignores every call. */
export interface PartialInput {
  /** Adds the next chunk of the text. Never throws. */
  push(delta: string): void
  /** Discards the text, because the model starts its arguments again. */
  restart(): void
  /** Sends the complete arguments: `args`, or those of the text. Empty text means no arguments. */
  complete(args?: Record<string, unknown>): void
  /** Stops without sending the arguments. */
  cancel(): void
}

const FRAME_MS = 16

// Every partial repeats all previous text, so one per frame would send a quadratic number of characters. Instead, each received
// character allows 32 sent ones: the first few hundred characters are sent at every frame, and after that whenever the text has grown
// by a thirty-second. All partials together stay within 32 times the text.
const SENT_PER_RECEIVED = 32

/** Turns the streamed text of a tool call's arguments into partial inputs: at most one per frame, with a limit on their total size. */
export function createPartialInput(options: PartialInputOptions): PartialInput {
  const sender = new PartialInputSender(options)
  return {
    push: (delta) => sender.push(delta),
    restart: () => sender.restart(),
    complete: (args) => sender.complete(args),
    cancel: () => sender.cancel(),
  }
}

/** `muted` sends no partials after a callback threw; `broken` has text that is not a JSON object. */
type State = 'open' | 'muted' | 'broken' | 'done'

class PartialInputSender implements PartialInput {
  readonly #options: PartialInputOptions
  #stream = createJsonStream()
  /** The length of the text since the last restart. */
  #length = 0
  #received = 0
  #sent = 0
  #state: State = 'open'
  #isScheduled = false
  #cancelFrame: Unsubscribe | undefined

  constructor(options: PartialInputOptions) {
    this.#options = options
  }

  push(delta: string): void {
    if (this.#state === 'broken' || this.#state === 'done' || delta === '') return
    this.#stream.push(delta)
    this.#length += delta.length
    this.#received += delta.length
    const value = this.#stream.value()
    if (this.#stream.fault) this.#fail('broken', faultError(this.#stream.fault))
    else if (value !== undefined && !isRecord(value)) this.#fail('broken', notAnObject(value))
    else this.#schedulePartial()
  }

  restart(): void {
    if (this.#state === 'done') return
    this.#setState('open')
    this.#stream = createJsonStream()
    this.#length = 0
  }

  complete(args?: Record<string, unknown>): void {
    if (this.#state === 'done') return
    const wasBroken = this.#state === 'broken'
    this.#setState('done')
    if (args) this.#deliver(this.#options.oninput, args)
    else if (!wasBroken) this.#sendInput() // the error of broken text was reported by push()
  }

  cancel(): void {
    this.#setState('done')
  }

  #schedulePartial(): void {
    if (this.#state !== 'open' || this.#isScheduled) return
    const { runtime = platform, frame = (callback: () => void) => runtime.after(FRAME_MS, callback) } = this.#options
    this.#isScheduled = true
    this.#cancelFrame = frame(() => this.#sendPartial())
  }

  #sendPartial(): void {
    this.#isScheduled = false
    const args = this.#stream.snapshot()
    if (!isRecord(args) || this.#sent + this.#length > this.#received * SENT_PER_RECEIVED) return
    this.#sent += this.#length
    this.#deliver(this.#options.onpartial, args)
  }

  #sendInput(): void {
    let args: unknown = {}
    try {
      if (this.#length > 0) args = this.#stream.end()
    } catch (error) {
      return this.#fail('broken', error as CasementError)
    }
    if (isRecord(args)) this.#deliver(this.#options.oninput, args)
    else this.#fail('broken', notAnObject(args))
  }

  #deliver(callback: (args: Record<string, unknown>) => void, args: Record<string, unknown>): void {
    try {
      callback(args)
    } catch (cause) {
      const message = `Could not send the tool input: ${String(cause)}`
      this.#fail('muted', CasementError.is(cause) ? cause : new CasementError('SEND_FAILED', message, { cause }))
    }
  }

  #fail(state: 'broken' | 'muted', error: CasementError): void {
    if (this.#state !== 'done') this.#setState(state)
    this.#options.onerror(error)
  }

  #setState(state: State): void {
    this.#state = state
    this.#isScheduled = false
    this.#cancelFrame?.()
  }
}

function notAnObject(value: unknown): CasementError {
  const kind = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
  return new CasementError('INVALID_MESSAGE', `Tool arguments must be a JSON object, but the text is ${kind}`)
}
