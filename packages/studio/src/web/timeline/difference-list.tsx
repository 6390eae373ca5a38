import type { Difference } from 'casement/testing/trace'
import type { ReactElement } from 'react'

const SIGNS = { added: '+', removed: '−', changed: '±' } as const
const MAX_LENGTH = 300

/** Where two messages differ, place by place. */
export function DifferenceList({
  differences,
  markFirst = false,
}: {
  readonly differences: readonly Difference[]
  readonly markFirst?: boolean
}): ReactElement {
  if (differences.length === 0)
    return <p className="differences-none">No differences, except ids, sizes and other variable values.</p>
  return (
    <ul className="differences" aria-label="Differences">
      {differences.map(({ path, kind, before, after }, index) => (
        <li key={path} data-kind={kind} data-first={markFirst && index === 0 ? '' : undefined}>
          <code>
            <span aria-hidden="true">{SIGNS[kind]} </span>
            <span className="visually-hidden">{kind} </span>
            {path || '(all of it)'}
          </code>
          {kind !== 'added' && <del>{short(before)}</del>}
          {kind !== 'removed' && <ins>{short(after)}</ins>}
        </li>
      ))}
    </ul>
  )
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
