import {
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TraceContext } from '../endpoint/trace-context.ts'
import { VERSION } from '../version.ts'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

const TARGETS: Readonly<Record<string, string>> = {
  'tools/call': 'gen_ai.tool.name',
  'resources/read': 'mcp.resource.uri',
  'prompts/get': 'gen_ai.prompt.name',
}

/** Opens an export. It is the only module that imports OpenTelemetry, and is loaded when an endpoint is configured. */
export function createOtlpExport({ endpoint, headers, serviceName = 'casement-gateway' }: TelemetryOptions): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    ...(headers && { headers: { ...headers } }),
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('@casement/gateway', VERSION)
  return {
    start({ server, method, target }, parent) {
      // No arguments and no user: a collector is not the audit log.
      const attributes = {
        'mcp.method.name': method,
        'casement.server': server,
        ...(target !== undefined && { [TARGETS[method] ?? 'mcp.target']: target }),
      }
      const name = target === undefined || method === 'resources/read' ? method : `${method} ${target}`
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, contextOf(parent))
      return {
        trace: traceContextOf(span),
        end(decision, reason) {
          span.setAttribute('casement.decision', decision)
          if (decision !== 'allowed')
            span.setStatus({ code: SpanStatusCode.ERROR, ...(reason !== undefined && { message: reason }) })
          span.end()
        },
      }
    },
    // A collector that does not respond must not keep the gateway from closing.
    close: () => provider.shutdown().catch(() => {}),
  }
}

function contextOf(parent: TraceContext | undefined): Context {
  if (!parent) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = '00'] = parent.traceparent.split('-')
  const traceState = parent.tracestate === undefined ? undefined : createTraceState(parent.tracestate)
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true, ...(traceState && { traceState }) }
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

function traceContextOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  const tracestate = traceState?.serialize()
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  return { traceparent, ...(tracestate && { tracestate }) }
}
