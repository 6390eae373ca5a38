import { useMemo, useSyncExternalStore, type ReactElement } from 'react'
import type { ViewNotes } from '../wire/view-notes.ts'
import { placeOf, reportText } from './report-text.ts'
import { Section } from './section.tsx'

/** What the policy stopped, as it happens. */
export function ViolationList({ notes }: { readonly notes: ViewNotes }): ReactElement {
  const reports = useSyncExternalStore(notes.subscribe, () => notes.reports)
  const violations = useMemo(
    () => reports.filter(({ report }) => report['kind'] === 'csp' || report['kind'] === 'resource'),
    [reports],
  )
  return (
    <Section title="Violations" hint="The View’s own word: useful to find a mistake, worthless against a liar.">
      {violations.length === 0 ? (
        <p className="panel-quiet">None. Nothing that this View tried was stopped.</p>
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
