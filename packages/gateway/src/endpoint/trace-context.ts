/** W3C Trace Context of a request: in the headers of HTTP, and in `_meta` of MCP under the same names (revision 2026-07-28). */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string | undefined
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=$|-)/
const VERSION_0_LENGTH = 55
const MAX_TRACEPARENT = 256
const MAX_TRACESTATE = 512
// A header of HTTP has no others.
const PRINTABLE = /^[\x20-\x7e]*$/

/** Reads the context from its two fields. Undefined if it is missing or invalid, which the specification ignores. */
export function readTraceContext(traceparent: unknown, tracestate: unknown): TraceContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > MAX_TRACEPARENT || !TRACEPARENT.test(traceparent)) return undefined
  if (!PRINTABLE.test(traceparent)) return undefined
  // Later versions may be longer.
  if (traceparent.startsWith('00') && traceparent.length !== VERSION_0_LENGTH) return undefined
  const isValid = typeof tracestate === 'string' && tracestate.length <= MAX_TRACESTATE && PRINTABLE.test(tracestate)
  return isValid && tracestate !== '' ? { traceparent, tracestate } : { traceparent }
}

type Params = Readonly<Record<string, unknown>>

/** The context in the `_meta` of a request. */
export function traceOf(params: Params): TraceContext | undefined {
  const { traceparent, tracestate } = (params['_meta'] ?? {}) as Params
  return readTraceContext(traceparent, tracestate)
}

/** The params with this context in `_meta`, in place of the one that was there. */
export function withTrace<P extends Params>(params: P, trace: TraceContext | undefined): P {
  const given = params['_meta'] as Params | undefined
  const hasTrace = given !== undefined && ('traceparent' in given || 'tracestate' in given)
  if (!trace && !hasTrace) return params
  const { traceparent: _replaced, tracestate: _also, ...meta } = given ?? {}
  return { ...params, _meta: { ...meta, ...trace } }
}

/** The headers of a request to a server with these params. */
export function traceHeaders(params: Params): Record<string, string> | undefined {
  const trace = traceOf(params)
  return trace && { traceparent: trace.traceparent, ...(trace.tracestate !== undefined && { tracestate: trace.tracestate }) }
}
