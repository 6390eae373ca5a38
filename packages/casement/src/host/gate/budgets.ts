import type { Runtime } from '../../protocol/runtime.ts'
import { denied, type ViewRequest, type Policy } from './policy.ts'

/** What one View may use up. All but `inFlight` count per ten seconds, with as much at once after a pause. */
export interface Budgets {
  /** Requests that are being served at the same time. */
  readonly inFlight: number
  /** Tools called, resources read, lists fetched. */
  readonly calls: number
  /** Messages put into the conversation. */
  readonly messages: number
  /** Characters of JSON in messages and context updates. */
  readonly contextBytes: number
  readonly links: number
  readonly downloads: number
  readonly logs: number
  readonly samplings: number
  /** Characters of JSON kept as state. */
  readonly stateBytes: number
  /** Everything else: display modes, requests to be closed, methods of the host's own. */
  readonly others: number
}

/** Far more than an honest View needs, far less than what makes a host or a user suffer. */
export const DEFAULT_BUDGETS: Budgets = {
  inFlight: 50,
  calls: 1000,
  messages: 10,
  contextBytes: 1_000_000,
  links: 10,
  downloads: 10,
  logs: 300,
  samplings: 5,
  stateBytes: 2_000_000,
  others: 50,
}

type Meter = Exclude<keyof Budgets, 'inFlight'>

const METERS: Readonly<Record<string, readonly Meter[]>> = {
  'tools/call': ['calls'],
  'ui/message': ['messages', 'contextBytes'],
  'ui/update-model-context': ['contextBytes'],
  'ui/open-link': ['links'],
  'ui/download-file': ['downloads'],
  'notifications/message': ['logs'],
  'sampling/createMessage': ['samplings', 'contextBytes'],
  'dev.casement/state/write': ['stateBytes'],
}

const metersOf = (method: string): readonly Meter[] =>
  METERS[method] ?? (/^(?:tools|resources|prompts|dev\.casement\/state)\//.test(method) ? ['calls'] : ['others'])

const costOf = (meter: Meter, request: ViewRequest): number =>
  meter.endsWith('Bytes') ? (JSON.stringify(request.params)?.length ?? 0) : 1

const WINDOW = 10_000

/** Refuses what goes beyond the budgets of a View. */
export function budgetPolicy(limits: Partial<Budgets>, runtime: Runtime): Policy {
  const budgets = { ...DEFAULT_BUDGETS, ...limits }
  const left: Partial<Record<Meter, number>> = {}
  const since: Partial<Record<Meter, number>> = {}
  let inFlight = 0

  const spend = (meter: Meter, cost: number): boolean => {
    const limit = budgets[meter]
    const now = runtime.now()
    const refilled = ((now - (since[meter] ?? now)) / WINDOW) * limit
    const available = Math.min(limit, (left[meter] ?? limit) + refilled)
    since[meter] = now
    left[meter] = available < cost ? available : available - cost
    return available >= cost
  }

  const finish: Policy = async (request, next) => {
    try {
      return await next(request)
    } finally {
      inFlight--
    }
  }

  return (request, next) => {
    if (inFlight >= budgets.inFlight) throw denied('budget', `More than ${budgets.inFlight} requests at once: wait for replies`)
    for (const meter of metersOf(request.method))
      if (!spend(meter, costOf(meter, request)))
        throw denied('budget', `${request.method}: more than ${budgets[meter]} ${meter} in ten seconds; slow down`)
    inFlight++
    return finish(request, next)
  }
}
