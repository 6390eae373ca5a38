import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { Implementation } from '../../protocol/schemas/index.ts'
import { isDenial, paramOf, type ViewRequest, type Policy } from './policy.ts'

/** A request of a View, or a call of one of its tools by the model, with the outcome. */
export interface AuditEvent {
  /** The time of the request, in milliseconds since 1970. */
  readonly at: number
  /** The duration in milliseconds, including the time that the user took to decide. */
  readonly ms: number
  readonly app: string
  readonly view: string
  readonly appInfo: Implementation | undefined
  readonly method: string
  /** The object of the request, such as the tool, the URL or the resource. */
  readonly target: string | undefined
  readonly params: unknown
  /** The result of an allowed request. It is not copied, so storing it keeps all of it in memory. */
  readonly result?: unknown
  /** `denied` by a rule, a policy, a handler or the user; `failed` with an error; `cancelled` by the View or because it was closed. */
  readonly decision: 'allowed' | 'denied' | 'failed' | 'cancelled'
  /** The built-in rule that denied the request. */
  readonly rule?: string | undefined
  readonly why?: string | undefined
}

const DENIED_BY_HANDLER = 'the host denied the request'

/** The outermost policy: emits exactly one event per request, after its outcome is known. */
export function auditPolicy(onaudit: ((event: AuditEvent) => void) | undefined, runtime: Runtime): Policy {
  if (!onaudit) return (request, next) => next(request)
  return async (request, next) => {
    const { app, view, appInfo, method, params } = request
    const at = Date.now()
    const start = runtime.now()
    const emit = (decision: AuditEvent['decision'], error: unknown, result?: unknown): void =>
      onaudit({
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
      // A handler can deny a request with a result instead of an error.
      const isDenied = method.startsWith('ui/') && isRecord(result) && result['isError'] === true
      emit(isDenied ? 'denied' : 'allowed', DENIED_BY_HANDLER, result)
      return result
    } catch (error) {
      emit(isDenial(error) ? 'denied' : request.signal.aborted ? 'cancelled' : 'failed', error)
      throw error
    }
  }
}

const ruleOf = (error: unknown): string | undefined =>
  isDenial(error) && typeof error.cause === 'string' ? error.cause : undefined

/** The object of a request as a short text, such as a URL or the name of a tool. */
export function targetOf(request: ViewRequest): string | undefined {
  for (const name of ['url', 'uri', 'name', 'mode', 'key', 'level']) {
    const value = paramOf(request, name)
    if (typeof value === 'string') return value
  }
  return undefined
}
