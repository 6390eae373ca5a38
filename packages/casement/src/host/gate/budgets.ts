import type { Runtime } from '../../protocol/runtime.ts'
import { denied, type ViewRequest, type Policy } from './policy.ts'

/** The budgets of one View. All except `inFlight` apply to ten seconds, and can be used at once after a pause. */
export interface Budgets {
  /** Concurrent requests. */
  readonly inFlight: number
  /** Tool calls, and reading of resources, lists and state. */
  readonly calls: number
  /** Messages added to the conversation. */
  readonly messages: number
  /** Characters of JSON in messages and context updates. */
  readonly contextBytes: number
  readonly links: number
  readonly downloads: number
  readonly logs: number
  readonly samplings: number
  /** Characters of JSON stored as state. */
  readonly stateBytes: number
  /** All other requests: display modes, requests to be closed, and custom methods of the host. */
  readonly others: number
}

/** The default budgets. They are far above normal use, and low enough to protect the host and the user. */
const DEFAULT_BUDGETS: Budgets = {
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

// A map, because a View chooses the method: a plain object would find `constructor`.
const METERS: ReadonlyMap<string, readonly Meter[]> = new Map<string, readonly Meter[]>([
  ['tools/call', ['calls']],
  ['ui/message', ['messages', 'contextBytes']],
  ['ui/update-model-context', ['contextBytes']],
  ['ui/open-link', ['links']],
  ['ui/download-file', ['downloads']],
  ['notifications/message', ['logs']],
  ['sampling/createMessage', ['samplings', 'contextBytes']],
  ['dev.casement/state/write', ['stateBytes']],
])

const metersOf = (method: string): readonly Meter[] =>
  METERS.get(method) ?? (/^(?:tools|resources|prompts|dev\.casement\/state)\//.test(method) ? ['calls'] : ['others'])

const costOf = (meter: Meter, request: ViewRequest): number =>
  meter.endsWith('Bytes') ? (JSON.stringify(request.params)?.length ?? 0) : 1

const WINDOW_MS = 10_000

/** Refuses requests that exceed the budgets of a View. Each budget is a token bucket. */
export function budgetPolicy(limits: Partial<Budgets>, runtime: Runtime): Policy {
  const budgets = { ...DEFAULT_BUDGETS, ...limits }
  const tokens: Partial<Record<Meter, number>> = {}
  const refilledAt: Partial<Record<Meter, number>> = {}
  let inFlight = 0

  const spend = (meter: Meter, cost: number): boolean => {
    const limit = budgets[meter]
    const now = runtime.now()
    const refill = ((now - (refilledAt[meter] ?? now)) / WINDOW_MS) * limit
    const available = Math.min(limit, (tokens[meter] ?? limit) + refill)
    refilledAt[meter] = now
    tokens[meter] = available < cost ? available : available - cost
    return available >= cost
  }

  const countWhilePending: Policy = async (request, next) => {
    inFlight++
    try {
      return await next(request)
    } finally {
      inFlight--
    }
  }

  return (request, next) => {
    if (inFlight >= budgets.inFlight)
      throw denied('budget', `More than ${budgets.inFlight} concurrent requests. Wait for responses before sending more`)
    for (const meter of metersOf(request.method))
      if (!spend(meter, costOf(meter, request)))
        throw denied('budget', `${request.method}: more than ${budgets[meter]} ${meter} in ten seconds`)
    return countWhilePending(request, next)
  }
}
