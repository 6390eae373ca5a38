/** The version of the format. A reader refuses any other. */
export const TRACE_VERSION = 1

/** The two parties of a message. */
export type TraceHop = 'view-host' | 'host-server' | 'sandbox'

/** The direction of a message. */
export type TraceDirection = 'to-view' | 'from-view' | 'to-server' | 'from-server'

/** The View, with everything that is needed to show it again. */
export interface TracedView {
  /** The identity of its server. */
  readonly app: string
  /** The tool as in `tools/list`. */
  readonly tool: Readonly<Record<string, unknown>> & { readonly name: string }
  /** The document with its metadata as declared. */
  readonly resource?: {
    readonly html: string
    readonly csp?: unknown
    readonly permissions?: unknown
    readonly domain?: string | undefined
  }
  /** The metadata that was in force, and the refused entries. */
  readonly policy?: Readonly<Record<string, unknown>>
}

/** The first line of a trace. */
export interface TraceHeader {
  readonly casementTrace: typeof TRACE_VERSION
  /** Milliseconds since 1970; `at` of the records counts from here. */
  readonly startedAt: number
  /** The program that wrote it. */
  readonly by: { readonly name: string; readonly version: string }
  readonly title?: string | undefined
  /** The host profile that was in force. */
  readonly profile?: string | undefined
  readonly view?: TracedView | undefined
  /** The host that it was recorded in, as it introduced itself to the View. */
  readonly host?: { readonly name?: unknown; readonly version?: unknown } | undefined
  /** The names of the redacted members. */
  readonly redacted?: readonly string[] | undefined
}

interface RecordBase {
  /** Milliseconds since the start; never less than in the record before. */
  readonly at: number
}

/** One message. */
export interface MessageRecord extends RecordBase {
  readonly kind: 'message'
  readonly hop: TraceHop
  readonly direction: TraceDirection
  readonly message: unknown
  /** Through the proxy, or over a direct port. */
  readonly path?: 'relay' | 'port' | undefined
  /** The reason, if it was refused. */
  readonly refused?: string | undefined
  readonly server?: string | undefined
}

/** A stage of the mount was reached. */
export interface StepRecord extends RecordBase {
  readonly kind: 'step'
  readonly name: string
}

/** A report of the script in the View: console, errors, violations. */
export interface ReportRecord extends RecordBase {
  readonly kind: 'report'
  readonly report: Readonly<Record<string, unknown>>
}

/** One line of a trace after the first. */
export type TraceRecord = MessageRecord | StepRecord | ReportRecord

/** Everything that was recorded. */
export interface Trace {
  readonly header: TraceHeader
  readonly records: readonly TraceRecord[]
}
