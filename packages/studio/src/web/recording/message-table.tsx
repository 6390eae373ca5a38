import { compareRecording, type AlignedMessage, type Trace } from 'casement/testing/trace'
import { useEffect, useRef, type ReactElement } from 'react'
import { Badge, Notice } from '../design/feedback.tsx'
import { describeReport } from '../panels/report-text.ts'
import { formatMs } from '../timeline/describe-entry.ts'
import { DifferenceList } from '../timeline/difference-list.tsx'

/** The names of the two sides. */
export type Sides = readonly [before: string, after: string]

/** The messages between View and host in two traces, side by side, with the first difference marked. */
export function MessageTable({
  before,
  after,
  sides,
  firstIs = 'the first call',
  scrollToFirst = false,
}: {
  readonly before: Trace
  readonly after: Trace
  readonly sides: Sides
  /** The first side, where it is not a call. */
  readonly firstIs?: string
  readonly scrollToFirst?: boolean
}): ReactElement {
  const { rows, first, failures } = compareRecording(before, after)
  const marked = first === undefined ? undefined : rows[first]
  return (
    <>
      {marked ? (
        <Notice tone="warning" title={`First difference: ${marked.label}`}>
          <p>{describeKind(marked.kind, sides)}</p>
        </Notice>
      ) : (
        <Notice tone="success" title="The messages are the same on both sides" />
      )}
      {failures.length > 0 && (
        <ul className="comparison-failures" aria-label={`Failures only in ${firstIs}`}>
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
            <th scope="col">{sides[0]}</th>
            <th scope="col">{sides[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <MessageRow key={index} row={row} sides={sides} isFirst={index === first} scrollToFirst={scrollToFirst} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function describeKind(kind: AlignedMessage['kind'], [before, after]: Sides): string {
  const words = { same: 'the same', changed: 'different', removed: `only in ${before}`, added: `only in ${after}` }
  return words[kind]
}

function MessageRow({
  row,
  sides,
  isFirst,
  scrollToFirst,
}: {
  readonly row: AlignedMessage
  readonly sides: Sides
  readonly isFirst: boolean
  readonly scrollToFirst: boolean
}): ReactElement {
  const { kind, label, before, after, differences } = row
  const place = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isFirst && scrollToFirst) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFirst, scrollToFirst])
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
        {kind !== 'same' && <span className="visually-hidden"> ({describeKind(kind, sides)})</span>}
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
