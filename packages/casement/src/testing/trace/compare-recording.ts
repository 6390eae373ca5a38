import { alignTraces, type AlignedMessage } from './diff-traces.ts'
import type { ReportRecord, Trace } from './trace.ts'

/** A recording of another host next to a trace of our own. */
export interface RecordingComparison {
  /** The messages between View and host, side by side: `before` is the recording, `after` our own host. */
  readonly rows: readonly AlignedMessage[]
  /** The place in `rows` of the first difference that is not expected between two hosts; undefined if there is none. */
  readonly first: number | undefined
  /** The failures in the View that only the recording has. */
  readonly failures: readonly ReportRecord[]
}

// Two hosts introduce themselves differently, and lay Views out differently.
const EXPECTED =
  /response to ui\/initialize|ui\/notifications\/(?:size-changed|host-context-changed)|notifications\/(?:progress|message)| ping$|dev\.casement\//

// Servers and hosts add metadata of their own to results.
const isMetadataOnly = ({ kind, differences }: AlignedMessage): boolean =>
  kind === 'changed' && differences.every(({ path }) => /\/_meta(?:\/|$)/.test(path))

const FAILURES = new Set<unknown>(['error', 'rejection', 'csp', 'resource', 'request', 'console'])

/** Compares a recording of a View in another host with a trace of the same View in ours. */
export function compareRecording(recorded: Trace, own: Trace): RecordingComparison {
  const rows = alignTraces(betweenViewAndHost(recorded), betweenViewAndHost(own))
  const first = rows.findIndex((row) => row.kind !== 'same' && !EXPECTED.test(row.label) && !isMetadataOnly(row))
  const seen = new Set(reportsOf(own).map(keyOf))
  return {
    rows,
    first: first < 0 ? undefined : first,
    failures: reportsOf(recorded).filter((record) => !seen.has(keyOf(record))),
  }
}

const betweenViewAndHost = ({ header, records }: Trace): Trace => ({
  header,
  records: records.filter((record) => record.kind === 'message' && record.hop === 'view-host' && record.refused === undefined),
})

const reportsOf = ({ records }: Trace): ReportRecord[] =>
  records.filter((record) => record.kind === 'report').filter(({ report }) => FAILURES.has(report['kind']))

/** The identity of a failure. Without its place in the document, because hosts insert different code before it. */
const keyOf = ({ report }: ReportRecord): string =>
  JSON.stringify(['kind', 'directive', 'blocked', 'tag', 'message', 'url'].map((name) => report[name]))
