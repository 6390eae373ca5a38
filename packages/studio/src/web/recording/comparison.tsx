import { compareRecording, type AlignedMessage, type Trace } from 'casement/testing/trace'
import { useEffect, useRef, useSyncExternalStore, type ReactElement } from 'react'
import { Badge, Notice } from '../design/feedback.tsx'
import { describeReport } from '../panels/report-text.ts'
import { Section } from '../panels/section.tsx'
import { useStudio } from '../studio.ts'
import { formatMs } from '../timeline/describe-entry.ts'
import { DifferenceList } from '../timeline/difference-list.tsx'
import type { RegisteredView } from '../wire/view-registry.ts'
import { makeTrace } from './make-trace.ts'

const KINDS = { same: 'the same', changed: 'different', removed: 'only in the recording', added: 'only in this host' } as const

/** A recording of another host next to what the View and this host say, with the first difference marked. */
export function Comparison({ recorded, view }: { readonly recorded: Trace; readonly view: RegisteredView }): ReactElement {
  const { wireLog } = useStudio()
  useSyncExternalStore(wireLog.subscribe, () => wireLog.entries.length)
  const { rows, first, failures } = compareRecording(recorded, makeTrace(view, wireLog))
  const marked = first === undefined ? undefined : rows[first]
  return (
    <Section title="Compare" hint={`Recorded in ${hostOf(recorded)}, next to the same call in this host.`}>
      {marked ? (
        <Notice tone="warning" title={`First difference: ${marked.label}`}>
          <p>{KINDS[marked.kind]}</p>
        </Notice>
      ) : (
        <Notice tone="success" title="View and host say the same in both hosts" />
      )}
      {failures.length > 0 && (
        <ul className="comparison-failures" aria-label="Failures only in the recording">
          {failures.map(({ at, report }, index) => (
            <li key={index}>
              <Badge tone="danger">{String(report['kind'])}</Badge> {formatMs(at)} {describeReport(report)}
            </li>
          ))}
        </ul>
      )}
      <table className="comparison">
        <thead>
          <tr>
            <th scope="col">{hostOf(recorded)}</th>
            <th scope="col">This host</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <ComparisonRow key={index} row={row} isFirst={index === first} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function ComparisonRow({ row, isFirst }: { readonly row: AlignedMessage; readonly isFirst: boolean }): ReactElement {
  const { kind, label, before, after, differences } = row
  const place = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isFirst) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFirst])
  return (
    <tr ref={place} data-kind={kind} data-first={isFirst ? '' : undefined}>
      <td>
        {before && (
          <>
            <span className="comparison-time">{formatMs(before.at)}</span> {label}
          </>
        )}
      </td>
      <td>
        {after && (
          <>
            <span className="comparison-time">{formatMs(after.at)}</span> {label}
          </>
        )}
        {kind !== 'same' && <span className="visually-hidden"> ({KINDS[kind]})</span>}
        {isFirst && <Badge tone="warning">first difference</Badge>}
        {kind === 'changed' && (
          <details open={isFirst}>
            <summary>{differences.length === 1 ? '1 difference' : `${differences.length} differences`}</summary>
            <DifferenceList differences={differences} />
          </details>
        )}
      </td>
    </tr>
  )
}

function hostOf({ header }: Trace): string {
  const { name = 'another host', version = '' } = header.host ?? {}
  return `${String(name)} ${String(version)}`.trim()
}
