import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { loadChunk } from '../lazy.ts'
import type { PartialReader } from './partial-reader.ts'

type Arguments = Record<string, unknown>

/**
 * The arguments while the model writes them: the text so far or the object parsed from it, set again as it grows; or an async iterable
 * of chunks of the text, or of objects, each of which replaces the previous one.
 */
export type PartialArguments = string | Arguments | AsyncIterable<string> | AsyncIterable<Arguments>

/** The data of a tool call, available now or later. */
export interface ToolData {
  /** The complete arguments. */
  readonly input?: Arguments | Promise<Arguments> | undefined
  /** The arguments while the model writes them. If an iterable ends, or the result arrives, without `input`, they are the input. */
  readonly partial?: PartialArguments | undefined
  /** The result of the tool. A promise that rejects cancels the call for the View (4.14). */
  readonly result?: CallToolResult | Promise<CallToolResult> | undefined
  /** There will be no result: the reason, or true. */
  readonly cancelled?: string | true | undefined
}

type Outcome = { readonly result: CallToolResult } | { readonly cancelled: string | undefined }

// A result that arrives while the arguments are still streamed waits this long for them.
const MAX_WAIT_FOR_INPUT = 1000

/** Sends the data of one tool call to the View. It keeps the data, because a View that was frozen needs it again. */
export class ToolDelivery {
  readonly #runtime: Runtime
  readonly #onresult: (result: CallToolResult) => void
  #bridge: AppBridge | undefined
  #streamState: 'none' | 'streaming' | 'ended' = 'none'
  #partial: Arguments | undefined
  /** The latest partial arguments that were set as text or object. */
  #snapshot: string | Arguments | undefined
  #reader: Promise<PartialReader | undefined> | undefined
  #input: Arguments | undefined
  #outcome: Outcome | undefined

  constructor(runtime: Runtime, onresult: (result: CallToolResult) => void = () => {}) {
    this.#runtime = runtime
    this.#onresult = onresult
  }

  /** The tool's result, once it is known. */
  get result(): CallToolResult | undefined {
    return this.#outcome && 'result' in this.#outcome ? this.#outcome.result : undefined
  }

  /** Accepts more data. Data of a kind that was accepted before is ignored. */
  accept({ input, partial, result, cancelled }: ToolData): void {
    const fail = (error: unknown): void => this.cancel(error instanceof Error ? error.message : String(error))
    if (partial !== undefined) this.#acceptPartial(partial, fail)
    if (input instanceof Promise) input.then((args) => this.#setInput(args), fail)
    else if (input) this.#setInput(input)
    if (result instanceof Promise) result.then((value) => this.#setOutcome({ result: value }), fail)
    else if (result) this.#setOutcome({ result })
    if (cancelled !== undefined) this.cancel(cancelled === true ? undefined : cancelled)
  }

  /** There will be no result. */
  cancel(reason?: string): void {
    this.#setOutcome({ cancelled: reason })
  }

  /** Sends everything known to a new bridge, and from now on everything that follows. */
  attach(bridge: AppBridge): void {
    this.#bridge = bridge
    if (this.#partial && !this.#input) void bridge.sendToolInputPartial({ arguments: this.#partial })
    if (this.#input) void bridge.sendToolInput({ arguments: this.#input })
    this.#sendOutcome()
  }

  #setInput(input: Arguments): void {
    if (this.#input) return
    this.#input = input
    void this.#bridge?.sendToolInput({ arguments: input })
    this.#sendOutcome()
  }

  #setPartial(partial: Arguments): void {
    this.#partial = partial
    if (!this.#input) void this.#bridge?.sendToolInputPartial({ arguments: partial })
  }

  #setOutcome(outcome: Outcome): void {
    if (this.#outcome) return
    this.#outcome = outcome
    if ('result' in outcome) {
      this.#onresult(outcome.result)
      this.#completeSnapshot()
    }
    this.#sendOutcome()
    // A host may have forgotten to end the stream of arguments.
    if (this.#streamState === 'streaming') this.#runtime.after(MAX_WAIT_FOR_INPUT, () => this.#endStream())
  }

  #sendOutcome(): void {
    const outcome = this.#outcome
    if (!outcome || !this.#bridge) return
    // Sent before the input, a result would mean that the tool was called without arguments.
    const waitsForInput = this.#streamState === 'streaming' && !this.#input && 'result' in outcome
    if (waitsForInput) return
    if ('result' in outcome) void this.#bridge.sendToolResult(outcome.result)
    else void this.#bridge.sendToolCancelled({ reason: outcome.cancelled })
  }

  /** The tool has run, so what the model wrote is complete. */
  #completeSnapshot(): void {
    if (this.#input || this.#snapshot === undefined) return
    try {
      const input = parseArguments(this.#snapshot)
      if (input) this.#setInput(input)
    } catch {
      // The host stopped setting the text before it was complete. The View has the partial input.
    }
  }

  #endStream(): void {
    this.#streamState = 'ended'
    this.#sendOutcome()
  }

  #acceptPartial(partial: PartialArguments, fail: (error: unknown) => void): void {
    if (isIterable(partial)) {
      if (this.#streamState === 'none') this.#stream(partial).catch(fail)
    } else if (!this.#input) {
      this.#snapshot = partial
      this.#reader ??= this.#loadReader()
      void this.#reader.then((reader) => reader?.replace(partial))
    }
  }

  // Without the parser there are no partial inputs, but the complete one.
  #loadReader(): Promise<PartialReader | undefined> {
    const options = {
      runtime: this.#runtime,
      onpartial: (args: Arguments) => this.#setPartial(args),
      oninput: (args: Arguments) => this.#setInput(args),
      onerror: (error: Error) => this.cancel(error.message),
    }
    return loadChunk().then(
      ({ createPartialReader }) => createPartialReader(options),
      () => undefined,
    )
  }

  async #stream(pieces: AsyncIterable<string | Arguments>): Promise<void> {
    this.#streamState = 'streaming'
    try {
      const reader = await this.#loadReader()
      if (!reader) return await this.#readComplete(pieces)
      for await (const piece of pieces) reader.push(piece)
      reader.complete(this.#input)
    } finally {
      this.#endStream()
    }
  }

  async #readComplete(pieces: AsyncIterable<string | Arguments>): Promise<void> {
    let complete: string | Arguments = ''
    for await (const piece of pieces)
      complete = typeof piece === 'string' && typeof complete === 'string' ? complete + piece : piece
    const input = parseArguments(complete || '{}')
    if (input) this.#setInput(input)
  }
}

const isIterable = (partial: PartialArguments): partial is AsyncIterable<string> | AsyncIterable<Arguments> =>
  typeof partial === 'object' && Symbol.asyncIterator in partial

/** The arguments, if the text is complete. */
function parseArguments(arguments_: string | Arguments): Arguments | undefined {
  if (typeof arguments_ !== 'string') return arguments_
  const parsed: unknown = JSON.parse(arguments_)
  return isRecord(parsed) ? parsed : undefined
}
