import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { answeringPart, loadAnswering } from './bridge-answering.ts'
import { isUsualContext, usualFields } from '../usual-context.ts'
import type { ViewLife } from './view-lifecycle.ts'

/** What a View is told of its surroundings. */
export interface BridgeContext {
  set(context: McpUiHostContext): void
  /** Sets some fields of it. */
  change(fields: McpUiHostContext): void
  /** True while fields of it wait for a closer look. */
  isDoubtful(): boolean
  /** Looks at them, as soon as there is what can. */
  settle(): Promise<void>
}

/** What of it every View can read, by what is there to judge it. */
export const readable = (context: McpUiHostContext): McpUiHostContext =>
  answeringPart.now()?.outgoingContext(context) ?? usualFields(context)

/** Tells a View at once what is usual. What is not is told when it was looked at, by a part that comes later. */
export function createBridgeContext(
  given: McpUiHostContext,
  { state, take }: ViewLife,
  fail: (error: unknown) => void,
): BridgeContext {
  let latest = given
  const tell = (): void => take({ type: 'context', context: readable(latest) })
  const context: BridgeContext = {
    isDoubtful: () => !answeringPart.now() && !isUsualContext(latest),
    set(next) {
      latest = next
      tell()
      if (context.isDoubtful()) void context.settle()
    },
    change: (fields) => context.set({ ...latest, ...state().context, ...fields }),
    async settle() {
      try {
        await loadAnswering()
        context.change({})
      } catch (error) {
        fail(error)
      }
    },
  }
  return context
}
