import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { Implementation } from '../../protocol/schemas/index.ts'
import { isDenial, paramOf, type ViewRequest, type Policy } from './policy.ts'

/** One thing that a View request for, or a tool of it that the model called, and what came of it. */
export interface AuditEvent {
  /** Milliseconds since 1970, when it was request. */
  readonly at: number
  /** How long it took, waiting for the user included. */
  readonly ms: number
  readonly app: string
  readonly view: string
  readonly appInfo: Implementation | undefined
  readonly method: string
  /** What it is about: the tool, the URL, the resource. */
  readonly target: string | undefined
  readonly params: unknown
  /** What was answered, where it was allowed. The value itself: whoever keeps it keeps all of it. */
  readonly result?: unknown
  /** `denied` by a rule, a policy, a handler or the user; `failed` on the way; `cancelled` by the View or by its end. */
  readonly decision: 'allowed' | 'denied' | 'failed' | 'cancelled'
  /** The rule that denied it, where one of ours did. */
  readonly rule?: string | undefined
  readonly why?: string | undefined
}

// A handler may refuse with a result instead of an error (4.3).
const HANDLER_SAID_NO = 'the handler of the host said no'

/** The outermost layer: exactly one event per action, whatever becomes of it. Where nobody listens, it is not there. */
export function auditPolicy(tell: ((event: AuditEvent) => void) | undefined, runtime: Runtime): Policy {
  if (!tell) return (request, next) => next(request)
  return async (request, next) => {
    const { app, view, appInfo, method, params } = request
    const at = Date.now()
    const start = runtime.now()
    const done = (decision: AuditEvent['decision'], error: unknown, result?: unknown): void =>
      tell({
        at,
        ms: runtime.now() - start,
        app,
        view,
        appInfo,
        method,
        target: targetOf(request),
        params,
        decision,
        ...(decision === 'allowed' && { result }),
        ...(decision !== 'allowed' && { rule: ruleOf(error), why: error instanceof Error ? error.message : String(error) }),
      })
    try {
      const result = await next(request)
      const isRefused = method.startsWith('ui/') && isRecord(result) && result['isError'] === true
      done(isRefused ? 'denied' : 'allowed', HANDLER_SAID_NO, result)
      return result
    } catch (error) {
      done(isDenial(error) ? 'denied' : request.signal.aborted ? 'cancelled' : 'failed', error)
      throw error
    }
  }
}

const ruleOf = (error: unknown): string | undefined =>
  isDenial(error) && typeof error.cause === 'string' ? error.cause : undefined

/** What an action is about, in one line. */
export function targetOf(request: ViewRequest): string | undefined {
  for (const name of ['url', 'uri', 'name', 'mode', 'key', 'level']) {
    const value = paramOf(request, name)
    if (typeof value === 'string') return value
  }
  return undefined
}
