import { createPartialInput, type PartialInputOptions } from '../../protocol/json-stream/partial-input.ts'
import { platform } from '../../protocol/runtime.ts'

type Arguments = Record<string, unknown>

/** Reads the arguments of a tool call while the model writes them. */
export interface PartialReader {
  /** Adds a chunk of the text, or replaces the arguments with an object. */
  push(piece: string | Arguments): void
  /** Replaces everything so far with the whole text, or with an object. */
  replace(snapshot: string | Arguments): void
  /** Sends the complete arguments: `args`, or those that were read. */
  complete(args?: Arguments): void
}

const FRAME_MS = 16

/** Creates a reader that sends at most one partial input per frame. */
export function createPartialReader(options: PartialInputOptions): PartialReader {
  const { runtime = platform, onpartial } = options
  const input = createPartialInput(options)
  let text = ''
  let object: Arguments | undefined
  let isScheduled = false

  const setObject = (next: Arguments): void => {
    object = next
    if (isScheduled) return
    isScheduled = true
    runtime.after(FRAME_MS, () => {
      isScheduled = false
      onpartial(object ?? next)
    })
  }
  return {
    push: (piece) => (typeof piece === 'string' ? input.push(piece) : setObject(piece)),
    replace(snapshot) {
      if (typeof snapshot !== 'string') return setObject(snapshot)
      const continues = snapshot.startsWith(text)
      if (!continues) input.restart()
      input.push(continues ? snapshot.slice(text.length) : snapshot)
      text = snapshot
    },
    complete: (args) => input.complete(args ?? object),
  }
}
