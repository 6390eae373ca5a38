import type { Fields } from './fields.ts'

/** What a request ended in. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly problem: 'unsupported' | 'not-found' | 'timeout' | 'endless' | 'failed'
      readonly message: string
    }

/** A view that a tool names, and what was fetched of it. */
export interface ViewFacts {
  readonly uri: string
  /** The tools that name it. */
  readonly tools: readonly string[]
  readonly read: Answer<Fields>
  /** How long reading it took. */
  readonly milliseconds: number
  /** Its entries in resources/list. */
  readonly listed: readonly Fields[]
}

/** What a call of a tool returned. */
export interface CallFacts {
  readonly tool: string
  readonly input: Fields
  readonly answer: Answer<Fields>
  /** How long it took. */
  readonly milliseconds: number
}

/** Everything that was fetched from a server; the static checks see nothing else. */
export interface Facts {
  /** The address, where it has one. */
  readonly url: string | undefined
  readonly info: Fields
  readonly capabilities: Fields
  readonly tools: Answer<readonly Fields[]>
  readonly resources: Answer<readonly Fields[]>
  readonly views: readonly ViewFacts[]
  readonly calls: readonly CallFacts[]
  /** How long it took until tools and resources were listed. */
  readonly listMilliseconds: number
}
