import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { loadChunk } from '../lazy.ts'

type Arguments = Record<string, unknown>

/** The data of a tool call, available now or later. */
export interface ToolData {
  /** The complete arguments. */
  readonly input?: Arguments | Promise<Arguments> | undefined
  /** The text of the arguments as the model writes it. When it ends without `input`, the parsed text is the input. */
  readonly partial?: AsyncIterable<string> | undefined
  /** The result of the tool. A promise that rejects cancels the call for the View (4.14). */
  readonly result?: CallToolResult | Promise<CallToolResult> | undefined
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
  accept({ input, partial, result }: ToolData): void {
    const fail = (error: unknown): void => this.cancel(error instanceof Error ? error.message : String(error))
    if (partial && this.#streamState === 'none') this.#stream(partial).catch(fail)
    if (input instanceof Promise) input.then((args) => this.#setInput(args), fail)
    else if (input) this.#setInput(input)
    if (result instanceof Promise) result.then((value) => this.#setOutcome({ result: value }), fail)
    else if (result) this.#setOutcome({ result })
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
    if ('result' in outcome) this.#onresult(outcome.result)
    this.#sendOutcome()
    // A host that has the result but never ends the stream of arguments forgot to.
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

  #endStream(): void {
    this.#streamState = 'ended'
    this.#sendOutcome()
  }

  async #stream(pieces: AsyncIterable<string>): Promise<void> {
    this.#streamState = 'streaming'
    try {
      // Without the parser there are no partial inputs, but the complete one.
      const parser = await loadChunk().catch(() => undefined)
      if (!parser) return await this.#readComplete(pieces)
      const input = parser.createPartialInput({
        runtime: this.#runtime,
        onpartial: (args) => this.#setPartial(args),
        oninput: (args) => this.#setInput(args),
        onerror: (error) => this.cancel(error.message),
      })
      for await (const piece of pieces) input.push(piece)
      input.complete(this.#input)
    } finally {
      this.#endStream()
    }
  }

  async #readComplete(pieces: AsyncIterable<string>): Promise<void> {
    let text = ''
    for await (const piece of pieces) text += piece
    const input: unknown = JSON.parse(text || '{}')
    if (isRecord(input)) this.#setInput(input)
  }
}
