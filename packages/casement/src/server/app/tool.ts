import type { McpUiToolVisibility, Tool } from '../../protocol/schemas/index.ts'
import type { AppResult } from './result.ts'
import type { AnySchema, SchemaInput, SchemaOutput } from './standard-schema.ts'

/** The context of a tool call. `Auth` is the type of `auth`; annotate the parameter of `run` with it: `ToolContext<AccessToken>`. */
export interface ToolContext<Auth = unknown> {
  /** Aborts when the client cancels the request or disconnects. */
  readonly signal: AbortSignal
  /** Whether the client renders Views. Undefined if unknown: over HTTP, the handshake of clients before 2026-07-28 is not kept. */
  readonly apps: boolean | undefined
  /** The verified access token, the return value of `authenticate`, or the auth info of your own server. */
  readonly auth: Auth
  /** Sends a progress notification, if the client asked for them. */
  readonly progress: (progress: number, total?: number, message?: string) => Promise<void>
}

/** The return value of a tool: a result, or text for the model. */
export type ToolReturn<View> = AppResult<View> | string

/** The progress of a tool. */
export interface ToolProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/**
 * A tool that streams. Each yield is sent as progress, if the client asked for it; of a result, its text is sent. The return value is the
 * result or, without one, the last result that was yielded.
 */
export type ToolStream<View> = AsyncGenerator<ToolReturn<View> | ToolProgress, ToolReturn<View> | undefined | void, undefined>

/**
 * The declaration of a tool. `text` and `run` are methods, because TypeScript compares the parameters of methods in both directions:
 * tools with different inputs can then be in one `ToolSet`.
 */
export interface ToolDeclaration<In extends AnySchema | undefined, Out extends AnySchema | undefined, View> {
  readonly title?: string
  readonly description?: string
  /** The schema of the arguments: a Standard Schema, or the fields of an object. */
  readonly input?: In
  /** The schema of `structuredContent`. */
  readonly output?: Out
  readonly annotations?: Tool['annotations']
  /** The callers of the tool: the model, Views, or both. Default both. */
  readonly visibility?: readonly McpUiToolVisibility[]
  /** The name of the View that shows the result; false for none. Default: the app's only View, unless only Views may call the tool. */
  readonly view?: string | false
  /** True if later calls may be delivered to the live View of an earlier one (`dev.casement/view-reuse`, a draft). Default: each call has its own View. */
  readonly viewReuse?: boolean
  /**
   * True for a tool that takes long: for a client that accepts tasks (MCP 2026-07-28), each call becomes one, which outlives its
   * request. Default: the client waits for the result.
   */
  readonly task?: boolean
  /** Describes the result in text, for clients without Views and for results without `model`. */
  text?(view: View): string
  /** Runs the tool; as an async generator, it streams. An error that it throws becomes a result with `isError`. */
  run(input: ToolInput<In>, context: ToolContext): ToolReturn<View> | Promise<ToolReturn<View>> | ToolStream<View>
}

/** The input of `run`. */
export type ToolInput<In extends AnySchema | undefined> = In extends AnySchema ? SchemaOutput<In> : Record<string, never>

type ViewOf<Out extends AnySchema | undefined, View> = Out extends AnySchema ? SchemaInput<Out> : View

declare const types: unique symbol

/** A tool, with the types that `connect` reads in the View. */
export interface DefinedTool<Input = unknown, View = unknown> extends ToolDeclaration<
  AnySchema | undefined,
  AnySchema | undefined,
  unknown
> {
  /** For the compiler only; undefined at run time. */
  readonly [types]?: { readonly input: Input; readonly output: View }
}

/** The tools of an app, by name. */
export type ToolSet = Readonly<Record<string, DefinedTool>>

/** The input and output types of each tool. */
export type ToolTypes<Tools extends ToolSet> = {
  readonly [Name in keyof Tools]: Tools[Name] extends DefinedTool<infer Input, infer View>
    ? { readonly input: Input; readonly output: View }
    : never
}

/** Declares a tool of an app. The schemas determine the types of `run`, and of the tool in the View. */
export function tool<
  View = undefined,
  In extends AnySchema | undefined = undefined,
  Out extends AnySchema | undefined = undefined,
>(
  declared: ToolDeclaration<In, Out, ViewOf<Out, View>>,
): DefinedTool<In extends AnySchema ? SchemaInput<In> : Record<string, never>, ViewOf<Out, View>> {
  return declared
}
