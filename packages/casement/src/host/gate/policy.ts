import { CasementError, DENIED, type WireCode } from '../../protocol/errors.ts'
import type { Implementation } from '../../protocol/schemas/index.ts'
import type { Stage } from '../bridge/lifecycle.ts'

/** A request of an untrusted View, before it is executed. */
export interface ViewRequest {
  readonly method: string
  readonly params: unknown
  /** The identity that the host gave the app. Consent and state belong to it. */
  readonly app: string
  /** The name of the server in the host's configuration. */
  readonly appName?: string | undefined
  readonly view: string
  /** The name and version that the View gives itself. Show it, but never trust it. */
  readonly appInfo: Implementation | undefined
  /** The View's lifecycle stage. Before `ready`, the request is early. */
  readonly stage: Stage
  /** False for a change of the display mode without user activation in the View, which the user is asked about. */
  readonly isActivated?: boolean | undefined
  readonly signal: AbortSignal
  /** For `ui/download-file`, after the built-in policies: the names that the files will be saved under. */
  readonly fileNames?: readonly string[] | undefined
}

/** Passes a request to the next policy, and finally to its handler. */
export type Next = (request: ViewRequest) => Promise<unknown>

/**
 * Middleware around a request: it can refuse or change the request, wait, or inspect the result. The built-in policies are not async
 * functions where they only check: a dozen of them that each wait for a microtask would cost more than the rest of a request.
 */
export type Policy = (request: ViewRequest, next: Next) => Promise<unknown>

/** The first policy is the outermost: it sees the request first and the result last. */
export const composePolicies = (policies: readonly Policy[], core: Next): Next =>
  policies.reduceRight<Next>((next, policy) => (request) => policy(request, next), core)

/** The rule that refused a request. */
export type Rule =
  | 'stage'
  | 'budget'
  | 'visibility'
  | 'server'
  | 'link'
  | 'file'
  | 'modality'
  | 'display-mode'
  | 'sampling'
  | 'state'
  | 'activation'
  | 'consent'

/** A refusal. Its cause is the rule, its message is for the developer of the View. */
export const denied = (rule: Rule, message: string, code: WireCode = DENIED): CasementError =>
  new CasementError(rule === 'budget' ? 'OVER_BUDGET' : 'DENIED', message, { cause: rule, wire: { code } })

/** True for a refusal of the gate, or of a policy or handler of the host that threw one. */
export const isDenial = (error: unknown): error is CasementError =>
  CasementError.is(error, 'DENIED') || CasementError.is(error, 'OVER_BUDGET')

/** One of the params, which may be absent. */
export const paramOf = (request: ViewRequest, name: string): unknown =>
  (request.params as Record<string, unknown> | undefined)?.[name]
