import type { PartialInputOptions } from '../../protocol/json-stream/partial-input.ts'

/** Reads the arguments of a tool call while the model writes them. `known` are the complete ones, where somebody had them sooner. */
export async function streamInput(
  pieces: AsyncIterable<string>,
  options: PartialInputOptions,
  known: () => Record<string, unknown> | undefined,
): Promise<void> {
  // Loaded with the first stream: many hosts never have one.
  const { createPartialInput } = await import('../../protocol/json-stream/partial-input.ts')
  const growing = createPartialInput(options)
  for await (const piece of pieces) growing.push(piece)
  growing.complete(known())
}
