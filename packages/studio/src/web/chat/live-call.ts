import type { CallToolResult } from 'casement/protocol/schemas'
import type { Progress } from 'casement/protocol'
import type { Store } from '../store.ts'
import type { TextPipe } from './text-pipe.ts'

/** A call that this page is running: what its View gets as it comes. */
export interface LiveCall {
  /** The text of the arguments while it is written; undefined when they came at once. */
  readonly arguments: TextPipe | undefined
  readonly result: Promise<CallToolResult>
  /** The progress that the server reports. */
  readonly progress: Store<Progress | undefined>
  cancel(): void
}
