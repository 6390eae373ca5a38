import type { CallToolResult } from 'casement/protocol/schemas'
import type { Progress } from 'casement/protocol'
import type { Store } from '../store.ts'
import type { TextPipe } from './text-pipe.ts'

/** A call in progress, with the data that its View receives. */
export interface LiveCall {
  /** The streamed text of the arguments; undefined if they were not streamed. */
  readonly arguments: TextPipe | undefined
  readonly result: Promise<CallToolResult>
  /** The progress that the server reports. */
  readonly progress: Store<Progress | undefined>
  cancel(): void
}
