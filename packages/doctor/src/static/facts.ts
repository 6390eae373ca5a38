import type { Fields } from './fields.ts'

/** The reason why a request failed before it was handled, which is one fault for all requests. */
export type AccessProblem = 'unauthorised' | 'session-lost'

/** The outcome of a request. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly problem: 'unsupported' | 'not-found' | 'timeout' | 'endless' | 'failed' | AccessProblem
      readonly message: string
    }

/** A View of a tool, and its fetched content. */
export interface ViewFacts {
  readonly uri: string
  /** The tools that name it. */
  readonly tools: readonly string[]
  readonly read: Answer<Fields>
  /** How long reading it took. */
  readonly milliseconds: number
  /** Its entries in resources/list. */
  readonly listed: readonly Fields[]
  /** Where its address has a hash in it: another one of that kind, as an old conversation may name it, and what reading it gave. */
  readonly older?: { readonly uri: string; readonly read: Answer<Fields> } | undefined
}

/** The tools and resources of another endpoint of the same server. */
export type EndpointFacts =
  | { readonly address: string; readonly ok: false; readonly message: string }
  | { readonly address: string; readonly ok: true; readonly tools: readonly Fields[]; readonly views: readonly ViewFacts[] }

/** The result of a tool call. */
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
  /** The version of MCP in the response to `initialize`; undefined without this handshake. */
  readonly negotiated?: { readonly version: string | undefined } | undefined
  readonly tools: Answer<readonly Fields[]>
  readonly resources: Answer<readonly Fields[]>
  readonly views: readonly ViewFacts[]
  readonly calls: readonly CallFacts[]
  /** How long it took until tools and resources were listed. */
  readonly listMilliseconds: number
  /** The response to `ping`, in MCP revisions that have it. */
  readonly ping?: Answer<Fields> | undefined
  /** The non-protocol output of the server on standard output. */
  readonly noise?: readonly string[]
  /** All tools of the server, whichever were asked for. */
  readonly allTools?: readonly Fields[]
  /** Further endpoints of the same server. */
  readonly others?: readonly EndpointFacts[]
}
