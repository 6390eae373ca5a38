import type { Runtime } from '../../protocol/runtime.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { care } from '../late-care.ts'
import type { ToolData } from '../mount/options.ts'

/** What a View is owed of its tool call. It is kept, because a View that was frozen is told again. */
export interface ToolDelivery {
  /** Takes more of it. What was taken before counts. */
  take(data: ToolData): void
  cancel(reason?: string): void
  /** Tells a new bridge all that is known, and from now on what comes. */
  attach(bridge: AppBridge): void
  /** What the tool returned, once it is known. */
  result(): CallToolResult | undefined
}

const LONGEST_READING = 1000

/** Keeps the data of one tool call and tells it to whichever bridge is there. */
export function createToolDelivery(
  first: ToolData,
  runtime: Runtime,
  onresult: (result: CallToolResult) => void = () => {},
): ToolDelivery {
  let bridge: AppBridge | undefined
  let isStreaming = false
  // The result waits for arguments that are still being read: told first, it would mean that there were none.
  let isReading = false
  let partial: Record<string, unknown> | undefined
  let input: Record<string, unknown> | undefined
  let result: CallToolResult | undefined
  let tellEnd: ((bridge: AppBridge) => Promise<void>) | undefined

  const tellInput = (): void => void (input && bridge?.sendToolInput({ arguments: input }))
  const tellOutcome = (): void => {
    if (bridge && !(isReading && !input && result)) void tellEnd?.(bridge)
  }
  const onpartial = (args: Record<string, unknown>): void => {
    partial = args
    if (!input) void bridge?.sendToolInputPartial({ arguments: args })
  }
  const setInput = (args: Record<string, unknown>): void => {
    if (input) return
    input = args
    tellInput()
    tellOutcome()
  }
  const end = (tell: NonNullable<typeof tellEnd>, returned?: CallToolResult): void => {
    if (tellEnd) return
    tellEnd = tell
    result = returned
    if (returned) onresult(returned)
    tellOutcome()
    // Who has the result and never ends the stream of its arguments forgot to.
    if (isReading) runtime.after(LONGEST_READING, stopReading)
  }
  const stopReading = (): void => {
    isReading = false
    tellOutcome()
  }
  const complete = (returned: CallToolResult): void => end((to) => to.sendToolResult(returned), returned)
  const cancel = (reason?: string): void => end((to) => to.sendToolCancelled({ reason }))
  const fail = (error: unknown): void => cancel(error instanceof Error ? error.message : String(error))

  const delivery: ToolDelivery = {
    take(data) {
      if (data.partial && !isStreaming) void stream(data.partial).catch(fail)
      if (data.input instanceof Promise) data.input.then(setInput, fail)
      else if (data.input) setInput(data.input)
      if (data.result instanceof Promise) data.result.then(complete, fail)
      else if (data.result) complete(data.result)
    },
    cancel,
    attach(next) {
      bridge = next
      if (partial && !input) void next.sendToolInputPartial({ arguments: partial })
      tellInput()
      tellOutcome()
    },
    result: () => result,
  }

  async function stream(pieces: AsyncIterable<string>): Promise<void> {
    isStreaming = isReading = true
    const { streamInput } = await care.load()
    await streamInput(pieces, { runtime, onpartial, oninput: setInput, onerror: fail }, () => input)
    stopReading()
  }
  delivery.take(first)
  return delivery
}
