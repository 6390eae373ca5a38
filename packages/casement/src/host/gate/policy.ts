import { CasementError, DENIED, type WireCode } from '../../protocol/errors.ts'
import type { Implementation } from '../../protocol/schemas/index.ts'
import type { Stage } from '../bridge/lifecycle.ts'

/** Something a View asks for, on its way to being done. */
export interface Asked {
  readonly method: string
  readonly params: unknown
  /** The identity that the host gave the app. It is what consent and state belong to. */
  readonly app: string
  readonly view: string
  /** What the View calls itself. Its own word: to be shown, never to be trusted. */
  readonly appInfo: Implementation | undefined
  /** Where the View is in its life. Before `ready` it is early. */
  readonly stage: Stage
  readonly signal: AbortSignal
}

/** Does what is asked, or hands it further in. */
export type Act = (asked: Asked) => Promise<unknown>

/**
 * One layer around an action: it may refuse it, change it, wait, or look at the result. Ours are no async functions where they
 * only look and pass on: a dozen layers that each wait a turn would cost more than all the rest.
 */
export type Policy = (asked: Asked, next: Act) => Promise<unknown>

/** The first policy is the outermost: it sees the action first and the result last. */
export const onion = (policies: readonly Policy[], core: Act): Act =>
  policies.reduceRight<Act>((next, policy) => (asked) => policy(asked, next), core)

/** Why the gate refused. */
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

/** The members of what is asked, of which none is known to be there. */
export const memberOf = (asked: Asked, name: string): unknown => (asked.params as Record<string, unknown> | undefined)?.[name]
