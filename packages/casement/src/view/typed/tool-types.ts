/** The types of one tool. */
export interface ToolType {
  readonly input: unknown
  readonly output: unknown
}

/** The type of an app as created by `defineApp` of `casement/server`. Only the type is used: no server code is loaded. */
export interface HasToolTypes {
  readonly '~tools'?: unknown
}

/** The tools of an app, by name. */
export type ToolsOf<A extends HasToolTypes> = NonNullable<A['~tools']>

/** The names of its tools. */
export type ToolName<A extends HasToolTypes> = keyof ToolsOf<A> & string

type Part<A extends HasToolTypes, Name extends ToolName<A>, P extends keyof ToolType> =
  ToolsOf<A>[Name] extends Readonly<Record<P, infer T>> ? T : never

/** The input type of a tool. */
export type InputOf<A extends HasToolTypes, Name extends ToolName<A>> = Part<A, Name, 'input'>

/** The type of the data that a tool returns to the View. */
export type OutputOf<A extends HasToolTypes, Name extends ToolName<A>> = Part<A, Name, 'output'>

/** A value of which any part may be missing, as while the model is writing it. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly (DeepPartial<Item> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> | undefined }
    : T
