import { useMemo, useSyncExternalStore, type ReactElement } from 'react'
import type { ViewNotes } from '../wire/view-notes.ts'
import { placeOf, reportText } from './report-text.ts'
import { Section } from './section.tsx'

/** The policy violations, live. */
export function ViolationList({ notes }: { readonly notes: ViewNotes }): ReactElement {
  const reports = useSyncExternalStore(notes.subscribe, () => notes.reports)
  const violations = useMemo(
    () => reports.filter(({ report }) => report['kind'] === 'csp' || report['kind'] === 'resource'),
    [reports],
  )
  return (
    <Section title="Violations" hint="Reported by the View itself. A hostile View can hide violations or report false ones.">
      {violations.length === 0 ? (
        <p className="panel-quiet">None. Nothing was blocked.</p>
      ) : (
        <ul className="violations" aria-live="polite">
          {violations.map(({ at, report }, index) => (
            <li key={index}>
              <code>{reportText(report, 'directive') ?? `<${reportText(report, 'tag') ?? '?'}>`}</code>
              <span>
                {report['kind'] === 'csp' ? 'blocked' : 'did not load'} <code>{reportText(report, 'blocked') ?? '(inline)'}</code>
                {placeOf(report)}
              </span>
              <time>{(at / 1000).toFixed(2)} s</time>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
