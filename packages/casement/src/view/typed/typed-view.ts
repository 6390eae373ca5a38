import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { CallOptions } from '../connection/wire.ts'
import type { CoreApp } from '../core-app.ts'
import type { AppEvent, AppEventMap } from '../events/app-events.ts'
import { resultData } from '../tools/result-data.ts'
import type { DeepPartial, HasToolTypes, InputOf, OutputOf, ToolName } from './tool-types.ts'

/** The handlers of the tool call that a View shows. */
export interface ToolHandlers<Input, Output> {
  /** The partial arguments while the model writes them. Best effort: any part may be missing or change. */
  readonly partial?: (input: DeepPartial<Input>) => void
  /** The complete arguments. */
  readonly input?: (input: Input) => void
  /** The data of the result, and the result itself. The data is undefined if the tool failed or returned none. */
  readonly result?: (output: Output | undefined, result: CallToolResult) => void
  /** The tool call was cancelled: there will be no result. */
  readonly cancelled?: (reason: string | undefined) => void
}

/** A View that knows the tools of its app. */
export interface TypedView<A extends HasToolTypes, Via extends CoreApp = CoreApp> {
  /** The App, for everything that is not about tools. */
  readonly app: Via
  /** Calls a tool of the server and returns its data. Throws `REMOTE` if the tool failed. */
  call<Name extends ToolName<A>>(name: Name, input: InputOf<A, Name>, options?: CallOptions): Promise<OutputOf<A, Name>>
  /** Follows the tool call that the View shows, if it is one of this tool. Events that have happened already are replayed. */
  on<Name extends ToolName<A>>(name: Name, handlers: ToolHandlers<InputOf<A, Name>, OutputOf<A, Name>>): Unsubscribe
}

/** Types an App by the app it belongs to: `typed<typeof weatherApp>()(app)`. */
export const typed =
  <A extends HasToolTypes>() =>
  <Via extends CoreApp>(app: Via): TypedView<A, Via> => ({
    app,
    call: <Name extends ToolName<A>>(name: Name, input: InputOf<A, Name>, options?: CallOptions) =>
      callTool<OutputOf<A, Name>>(app, name, input as Record<string, unknown>, options),
    on: <Name extends ToolName<A>>(name: Name, handlers: ToolHandlers<InputOf<A, Name>, OutputOf<A, Name>>) =>
      followToolCall(app, name, handlers),
  })

async function callTool<Output>(
  app: CoreApp,
  name: string,
  input: Record<string, unknown>,
  options: CallOptions | undefined,
): Promise<Output> {
  const result = await app.callServerTool({ name, arguments: input }, options)
  if (result.isError) throw new CasementError('REMOTE', `${name}: ${textOf(result)}`, { cause: result })
  return resultData(result) as Output
}

function followToolCall<Input, Output>(app: CoreApp, tool: string, handlers: ToolHandlers<Input, Output>): Unsubscribe {
  const { partial, input, result, cancelled } = handlers
  // A host that does not name the tool has only this one to show.
  const isShown = (): boolean => (app.hostContext?.toolInfo?.tool?.name ?? tool) === tool
  const unsubscribes: Unsubscribe[] = []
  const listen = <E extends AppEvent>(event: E, handler: (params: AppEventMap[E]) => void): void => {
    const listener = (params: AppEventMap[E]): void => {
      if (isShown()) handler(params)
    }
    app.addEventListener(event, listener)
    unsubscribes.push(() => app.removeEventListener(event, listener))
  }
  if (partial) listen('toolinputpartial', (params) => partial((params.arguments ?? {}) as DeepPartial<Input>))
  if (input) listen('toolinput', (params) => input((params.arguments ?? {}) as Input))
  if (result) {
    listen('toolresult', (params) => {
      const output = params.isError ? undefined : (resultData(params) as Output | undefined)
      result(output, params)
    })
  }
  if (cancelled) listen('toolcancelled', ({ reason }) => cancelled(reason))
  return () => {
    for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
  }
}

const textOf = ({ content }: CallToolResult): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ') || 'the tool failed'
