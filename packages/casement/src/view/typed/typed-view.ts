import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { CoreApp } from '../core-app.ts'
import { resultData } from '../tools/result-data.ts'
import type { AppEvent, AppEventMap } from '../events/app-events.ts'
import type { CallOptions } from '../connection/wire.ts'
import type { DeepPartial, HasToolTypes, InputOf, OutputOf, ToolName } from './tool-types.ts'

/** What a View does with the tool it shows. */
export interface ToolHandlers<Input, Output> {
  /** The arguments so far, while the model writes them. Best effort: any part may be missing or change. */
  readonly partial?: (input: DeepPartial<Input>) => void
  /** The complete arguments. */
  readonly input?: (input: Input) => void
  /** The data of the result, and the result itself. Undefined data is a result that failed or has none. */
  readonly result?: (output: Output | undefined, result: CallToolResult) => void
  /** There will be no result. */
  readonly cancelled?: (reason: string | undefined) => void
}

/** A View that knows the tools of its app. */
export interface TypedView<A extends HasToolTypes, Via extends CoreApp = CoreApp> {
  /** For everything that is not about tools. */
  readonly app: Via
  /** Calls a tool of the server and gives its data. Throws `REMOTE` when the tool says that it failed. */
  call<Name extends ToolName<A>>(name: Name, input: InputOf<A, Name>, options?: CallOptions): Promise<OutputOf<A, Name>>
  /** Follows the call that the View shows, when it is of this tool. What was told already is told again. */
  on<Name extends ToolName<A>>(name: Name, handlers: ToolHandlers<InputOf<A, Name>, OutputOf<A, Name>>): Unsubscribe
}

/** Types an App by the app it belongs to: `typed<typeof weatherApp>()(app)`. */
export const typed =
  <A extends HasToolTypes>() =>
  <Via extends CoreApp>(app: Via): TypedView<A, Via> => ({
    app,
    call: async (name, input, options) => {
      const result = await app.callServerTool({ name, arguments: input as Record<string, unknown> }, options)
      if (result.isError) throw new CasementError('REMOTE', `${name}: ${textOf(result)}`, { cause: result })
      return resultData(result) as never
    },
    on: (name, { partial, input, result, cancelled }) => {
      // A host that does not say which tool it is about has only this one to show.
      const isOurs = (): boolean => (app.hostContext?.toolInfo?.tool.name ?? name) === name
      const undos: Unsubscribe[] = []
      const listen = <E extends AppEvent>(event: E, hear: ((params: AppEventMap[E]) => void) | undefined): void => {
        if (!hear) return
        const listener = (params: AppEventMap[E]): void => void (isOurs() && hear(params))
        app.addEventListener(event, listener)
        undos.push(() => app.removeEventListener(event, listener))
      }
      listen('toolinputpartial', partial && ((params) => partial((params.arguments ?? {}) as never)))
      listen('toolinput', input && ((params) => input((params.arguments ?? {}) as never)))
      listen('toolresult', result && ((params) => result(params.isError ? undefined : (resultData(params) as never), params)))
      listen('toolcancelled', cancelled && ((params) => cancelled(params.reason)))
      return () => {
        for (const undo of undos.splice(0)) undo()
      }
    },
  })

const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ') || 'the tool failed'
