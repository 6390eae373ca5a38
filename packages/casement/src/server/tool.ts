import type { McpUiToolVisibility, Tool } from '../protocol/schemas/index.ts'
import type { AppResult } from './result.ts'
import type { AnySchema, SchemaInput, SchemaOutput } from './standard-schema.ts'

/** What a tool is told beside its input. */
export interface ToolContext {
  /** Aborts when the caller no longer waits. */
  readonly signal: AbortSignal
  /** Whether the client shows Views. Undefined when it did not say: over HTTP before 2026-07-28 nothing is kept from its handshake. */
  readonly apps: boolean | undefined
  /** Whoever `authenticate` said it is, or whatever the server's own middleware left there. */
  readonly auth: unknown
  /** Tells a caller that asked for it how far the work is. */
  readonly progress: (progress: number, total?: number, message?: string) => Promise<void>
}

/** What a tool may return: a result, or text for the model. */
export type ToolReturn<View> = AppResult<View> | string

/** What `tool` is told: one tool of an app. */
export interface ToolDeclaration<In extends AnySchema | undefined, Out extends AnySchema | undefined, View> {
  readonly title?: string
  readonly description?: string
  /** A schema of any library that speaks Standard Schema, or the fields of an object. */
  readonly input?: In
  /** What `structuredContent` must be. */
  readonly output?: Out
  readonly annotations?: Tool['annotations']
  /** Who may call it: the model, Views, or both. Left out, both. */
  readonly visibility?: readonly McpUiToolVisibility[]
  /** The View that shows its result; false for none. Left out: the app's only View, unless the tool is for Views alone. */
  readonly view?: string | false
  /** The result in words, for clients that show no Views and for results that say nothing to the model. */
  readonly text?: (view: View) => string
  /** Does the work. What it throws becomes a result with `isError`. */
  readonly run: (input: ToolInput<In>, context: ToolContext) => ToolReturn<View> | Promise<ToolReturn<View>>
}

/** What `run` is given. */
export type ToolInput<In extends AnySchema | undefined> = In extends AnySchema ? SchemaOutput<In> : Record<string, never>

type ViewOf<Out extends AnySchema | undefined, View> = Out extends AnySchema ? SchemaInput<Out> : View

declare const types: unique symbol

/** A tool, with its types for `connect` in the View. */
export interface DefinedTool<Input = unknown, View = unknown> extends ToolDeclaration<
  AnySchema | undefined,
  AnySchema | undefined,
  never
> {
  /** Only there for the compiler. */
  readonly [types]?: { readonly input: Input; readonly output: View }
}

/** The tools of an app, by name. */
export type ToolSet = Readonly<Record<string, DefinedTool>>

/** What the View may know of each tool. */
export type ToolTypes<Tools extends ToolSet> = {
  readonly [Name in keyof Tools]: Tools[Name] extends DefinedTool<infer Input, infer View>
    ? { readonly input: Input; readonly output: View }
    : never
}

/** Declares a tool of an app: its `run` is typed by its schemas, and the View by both. */
export function tool<
  View = undefined,
  In extends AnySchema | undefined = undefined,
  Out extends AnySchema | undefined = undefined,
>(
  declared: ToolDeclaration<In, Out, ViewOf<Out, View>>,
): DefinedTool<In extends AnySchema ? SchemaInput<In> : Record<string, never>, ViewOf<Out, View>> {
  // The types of input and View are only for the compiler; there is nothing of them at run time.
  return declared as unknown as DefinedTool<In extends AnySchema ? SchemaInput<In> : Record<string, never>, ViewOf<Out, View>>
}
