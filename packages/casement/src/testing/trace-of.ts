import type { Observed } from './observation.ts'
import { TRACE_VERSION, type Trace, type TraceHeader } from './trace/trace.ts'

/** The messages so far as a trace, for `writeTrace` and `replayTrace`. With the document in `view` it can be replayed. */
export function traceOf({ log, reports }: Observed, about: Omit<TraceHeader, 'casementTrace' | 'startedAt'>): Trace {
  const start = log.entries[0]?.at ?? 0
  const messages = log.entries.map(({ at, direction, path, message, refused }): Trace['records'][number] => ({
    kind: 'message',
    at: at - start,
    hop: 'view-host',
    direction,
    path,
    message,
    ...(refused !== undefined && { refused }),
  }))
  const end = messages.at(-1)?.at ?? 0
  return {
    header: { casementTrace: TRACE_VERSION, startedAt: Date.now(), ...about },
    records: [...messages, ...reports.map((report) => ({ kind: 'report', at: end, report }) as const)],
  }
}
