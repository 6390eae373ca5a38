import { CasementError } from 'casement/protocol'
import type { TraceContext } from '../endpoint/trace-context.ts'

/** Where traces are exported to. */
export interface TelemetryOptions {
  /** The base address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`. */
  readonly endpoint: string
  /** Headers of each export, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The `service.name` of this gateway. Default `casement-gateway`. */
  readonly serviceName?: string | undefined
}

/** Exports a span for each MCP request that is forwarded. */
export interface Telemetry {
  /** Starts a span, as a child of the caller's if there is one. */
  start(request: TracedRequest, parent: TraceContext | undefined): RequestSpan
  /** Exports the remaining spans. */
  close(): Promise<void>
}

/** The request of a span. */
export interface TracedRequest {
  readonly server: string
  readonly method: string
  /** The tool, or the address of the resource. */
  readonly target: string | undefined
}

/** One request that is under way. */
export interface RequestSpan {
  /** The context for the server: the same trace, with this span as the parent. */
  readonly trace: TraceContext
  /** Ends it. A request that failed has a reason. */
  end(decision: string, reason?: string): void
}

const PACKAGES = '@opentelemetry/api @opentelemetry/resources @opentelemetry/sdk-trace @opentelemetry/exporter-trace-otlp-http'

/** Loads OpenTelemetry and opens the export. Without options, nothing is loaded. */
export async function openTelemetry(options: TelemetryOptions | undefined): Promise<Telemetry | undefined> {
  if (!options) return undefined
  if (!/^https?:$/.test(URL.canParse(options.endpoint) ? new URL(options.endpoint).protocol : ''))
    throw new CasementError(
      'INVALID_ARGUMENT',
      `createGateway: telemetry.endpoint "${options.endpoint}" is not an http or https URL.`,
    )
  const load = await import('./otlp-export.ts').catch((cause: unknown) => {
    throw new CasementError(
      'INVALID_ARGUMENT',
      `createGateway: telemetry needs the packages of OpenTelemetry, and one could not be loaded (${(cause as Error).message}). Install them: npm install ${PACKAGES}`,
      { cause },
    )
  })
  return load.createOtlpExport(options)
}
