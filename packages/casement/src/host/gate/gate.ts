import { CasementError, DENIED } from '../../protocol/errors.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import { auditing, type AuditEvent } from './audit.ts'
import { budgeting, type Budgets } from './budgets.ts'
import { consenting, type ConsentOptions } from './consent.ts'
import { downloading } from './file-names.ts'
import { linking } from './links.ts'
import { isDenial, onion, type Act, type Asked, type Policy } from './policy.ts'
import { activated, alive, shownAs, understood, visible, type GateWorld } from './rules.ts'
import { limitSampling, type SamplingLimits } from './sampling.ts'

/** How a host guards what Views ask for. All of it has a default. */
export interface GateOptions {
  /** What one View may use up. */
  budgets?: Partial<Budgets>
  /** What needs the user's consent, and who asks for it. */
  consent?: ConsentOptions
  /** The schemes of links that are opened. Default `https:` and `http:`. */
  linkSchemes?: readonly string[]
  sampling?: SamplingLimits
  /** True when the user has just done something in this View. Without it nothing is asked. */
  isActive?: (view: string) => boolean | Promise<boolean>
  /** What needs that. Default: opening links and downloading. */
  needsActivation?: readonly string[]
  /** Layers of the host's own, inside of ours: they see only what ours let through. */
  policies?: readonly Policy[]
  /** How a denied link, download or message is answered: as a result with `isError`, or as an error -32000 (4.3). Default `result`. */
  denyWith?: 'result' | 'error'
}

/** The one way of a View's wishes into the host. */
export type Gate = (asked: Asked, act: Act) => Promise<unknown>

/** Builds the gate of one View: audit, stage, budgets, rules, activation, consent, the host's own layers, and then the deed. */
export function createGate(options: GateOptions, world: GateWorld, runtime: Runtime, audit?: (event: AuditEvent) => void): Gate {
  const { needsActivation = ['ui/open-link', 'ui/download-file'] } = options
  const layers = [
    auditing(audit, runtime),
    alive,
    budgeting(options.budgets ?? {}, runtime),
    visible(world),
    understood(world),
    shownAs(world),
    linking(options.linkSchemes),
    downloading,
    limitSampling(options.sampling ?? {}, () => world.capabilities().sampling?.tools !== undefined),
    activated(options.isActive, needsActivation, runtime),
    consenting(options.consent ?? {}),
    ...(options.policies ?? []),
  ]
  return async (asked, act) => {
    try {
      return await onion(layers, act)(asked)
    } catch (error) {
      if (!isDenial(error)) throw error
      const answer = denialAnswer(asked, error.message, options.denyWith ?? 'result', world)
      if (answer) return answer
      // A policy or a handler of the host need not know what goes over the wire.
      throw error.wire ? error : new CasementError(error.code, error.message, { cause: error, wire: { code: DENIED } })
    }
  }
}

const WITH_FLAG = new Set(['ui/open-link', 'ui/download-file', 'ui/message'])

/** A denial in the shape its method has for it (4.3); undefined where that is an error. */
function denialAnswer({ method }: Asked, message: string, how: 'result' | 'error', world: GateWorld): object | undefined {
  if (method === 'ui/request-display-mode') return { mode: world.context().displayMode ?? 'inline' }
  return how === 'result' && WITH_FLAG.has(method) ? { isError: true, message } : undefined
}
