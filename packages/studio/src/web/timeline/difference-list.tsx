import type { Difference } from 'casement/testing/trace'
import type { ReactElement } from 'react'

const SIGNS = { added: '+', removed: '−', changed: '±' } as const
const LONGEST = 300

/** Where two messages differ, place by place. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }): ReactElement {
  if (differences.length === 0) return <p className="differences-none">The same, apart from ids, sizes and the like.</p>
  return (
    <ul className="differences" aria-label="Differences">
      {differences.map(({ path, kind, before, after }) => (
        <li key={path} data-kind={kind}>
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
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
