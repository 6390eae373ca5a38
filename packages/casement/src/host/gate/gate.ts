import { CasementError, DENIED } from '../../protocol/errors.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import { loadChunk, type LazyChunk } from '../lazy.ts'
import { auditPolicy, type AuditEvent } from './audit.ts'
import { budgetPolicy, type Budgets } from './budgets.ts'
import { consentPolicy, type ConsentOptions } from './consent.ts'
import { linkPolicy } from './links.ts'
import { isDenial, composePolicies, type Next, type ViewRequest, type Policy } from './policy.ts'
import { activationPolicy, contentPolicy, displayModePolicy, stagePolicy, visibilityPolicy, type RuleContext } from './rules.ts'
import type { SamplingLimits } from './sampling.ts'

/** The policies for the requests of Views. All have defaults. */
export interface GateOptions {
  /** The budgets of one View. */
  budgets?: Partial<Budgets>
  /** The actions that need the user's consent, and the function that asks for it. */
  consent?: ConsentOptions
  /** The URL schemes of links that may be opened. Default `https:` and `http:`. */
  linkSchemes?: readonly string[]
  /** Passes links to the host as a browser reads them, for example `https://example.com/`; false passes the text of the View. Default true. */
  normalizeLinks?: boolean
  sampling?: SamplingLimits
  /** True when the user has just interacted with this View. Without it, user activation is not required. */
  isActive?: (view: string) => boolean | Promise<boolean>
  /**
   * The methods that require user activation. Default: opening links, downloading, and leaving inline mode. Without activation, the
   * user is asked about a change of the display mode; the others are refused.
   */
  needsActivation?: readonly string[]
  /** Policies of the host. They run after the built-in ones. */
  policies?: readonly Policy[]
  /** The response to a denied link, download or message: a result with `isError`, or an error -32000 (4.3). Default `result`. */
  denyWith?: 'result' | 'error'
}

/** Executes a request of the View if every policy admits it. */
export type Gate = (request: ViewRequest, action: Next) => Promise<unknown>

/** Creates the gate of one View: audit, stage, budgets, rules, activation, consent, the host's own policies, and then the action. */
export function createGate(
  options: GateOptions,
  context: RuleContext,
  runtime: Runtime,
  audit?: (event: AuditEvent) => void,
): Gate {
  const { needsActivation = ['ui/open-link', 'ui/download-file', 'ui/request-display-mode'] } = options
  const policies = [
    auditPolicy(audit, runtime),
    stagePolicy,
    budgetPolicy(options.budgets ?? {}, runtime),
    visibilityPolicy(context),
    contentPolicy(context),
    displayModePolicy(context),
    linkPolicy(options.linkSchemes, options.normalizeLinks ?? true),
    lazyPolicy('ui/download-file', ({ nameDownload }, request) => nameDownload(request)),
    lazyPolicy('sampling/createMessage', ({ limitSampling }, request) =>
      limitSampling(request, options.sampling ?? {}, context.capabilities().sampling?.tools !== undefined),
    ),
    activationPolicy(options.isActive, needsActivation, runtime),
    consentPolicy(options.consent ?? {}),
    ...(options.policies ?? []),
  ]
  return async (request, action) => {
    try {
      return await composePolicies(policies, action)(request)
    } catch (error) {
      if (!isDenial(error)) throw error
      const result = denialResult(request, error.message, options.denyWith ?? 'result', context)
      if (result) return result
      // A policy or handler of the host need not know about wire codes.
      throw error.wire ? error : new CasementError(error.code, error.message, { cause: error, wire: { code: DENIED } })
    }
  }
}

/** A policy for a method that most Views never call. Its rules are in the lazy chunk; without it, the request is refused. */
function lazyPolicy(method: string, apply: (chunk: LazyChunk, request: ViewRequest) => ViewRequest): Policy {
  const applyWhenLoaded: Policy = async (request, next) => {
    const chunk = await loadChunk()
    return next(apply(chunk, request))
  }
  return (request, next) => (request.method === method ? applyWhenLoaded(request, next) : next(request))
}

const HAS_ERROR_RESULT = new Set(['ui/open-link', 'ui/download-file', 'ui/message'])

/** The result that a method defines for a denial (4.3); undefined where a denial is an error. */
function denialResult(
  { method }: ViewRequest,
  message: string,
  how: 'result' | 'error',
  context: RuleContext,
): object | undefined {
  if (method === 'ui/request-display-mode') return { mode: context.context().displayMode ?? 'inline' }
  return how === 'result' && HAS_ERROR_RESULT.has(method) ? { isError: true, message } : undefined
}
