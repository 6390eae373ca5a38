import { TRACE_VERSION, type Trace, type TraceRecord } from 'casement/testing/trace'
import type { RegisteredView } from '../wire/view-registry.ts'
import type { WireEntry, WireLog } from '../wire/wire-log.ts'

/** The session of a View as a trace: what it and its server said, its stages, its reports, its document and its policy. */
export function makeTrace(
  { id, tool, server, notes }: Pick<RegisteredView, 'id' | 'tool' | 'server' | 'notes'>,
  log: Pick<WireLog, 'entries'>,
): Trace {
  const ours = log.entries.filter((entry) => entry.view === id)
  const times = [...ours.map(({ at }) => at), ...notes.steps.map(({ at, elapsed }) => at - elapsed)]
  const start = times.length > 0 ? Math.min(...times) : performance.now()
  const between = log.entries.filter((entry) => entry.view === undefined && entry.server === server && entry.at >= start)
  const since = (at: number): number => Math.max(0, Math.round((at - start) * 1000) / 1000)
  const records: TraceRecord[] = [
    ...ours.map((entry) => recordOf(entry, since(entry.at))),
    ...between.map((entry) => recordOf(entry, since(entry.at))),
    ...notes.steps.map(({ name, at }): TraceRecord => ({ kind: 'step', at: since(at), name })),
    ...notes.reports.map(({ at, report }): TraceRecord => ({ kind: 'report', at: since(at), report })),
  ]
  const { resource, ticket } = notes
  return {
    header: {
      casementTrace: TRACE_VERSION,
      startedAt: Math.round(performance.timeOrigin + start),
      by: { name: 'casement-studio', version: '0.0.0' },
      title: `${tool} on ${server}`,
      profile: notes.profile,
      view: {
        app: notes.app,
        tool: { name: tool, ...toolOf(ours) },
        ...(resource && {
          resource: {
            html: resource.html,
            ...(resource.csp && { csp: resource.csp }),
            ...(resource.permissions && { permissions: resource.permissions }),
            ...(resource.domain !== undefined && { domain: resource.domain }),
          },
        }),
        ...(ticket && {
          policy: {
            mode: ticket.mode,
            sandbox: ticket.sandbox,
            allow: ticket.allow,
            effective: ticket.effective,
            refused: ticket.refused,
          },
        }),
      },
    },
    // A stable sort keeps what happened in the same moment in its order.
    records: records.toSorted((a, b) => a.at - b.at),
  }
}

const recordOf = ({ hop, direction, message, path, refused, server }: WireEntry, at: number): TraceRecord => ({
  kind: 'message',
  at,
  hop,
  direction,
  message,
  ...(path && { path }),
  ...(refused !== undefined && { refused }),
  ...(server !== undefined && { server }),
})

/** The tool as the View received it. */
function toolOf(entries: readonly WireEntry[]): Record<string, unknown> {
  for (const { message } of entries) {
    const tool = (message as { result?: { hostContext?: { toolInfo?: { tool?: Record<string, unknown> } } } } | null)?.result
      ?.hostContext?.toolInfo?.tool
    if (tool) return tool
  }
  return {}
}

/** A name for the file. */
export const traceFileName = ({ header }: Trace): string =>
  `${(header.view?.tool.name ?? 'session').replace(/[^\w-]+/g, '-')}-${new Date(header.startedAt).toISOString().slice(0, 19).replace(/[:T]/g, '-')}.trace.jsonl`
