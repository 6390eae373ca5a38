import { useSyncExternalStore, type ReactElement } from 'react'
import type { ViewNotes } from '../wire/view-notes.ts'
import { describeReport, levelOf, reportText } from './report-text.ts'

/** The console output and the errors of the View. */
export function ConsoleList({ notes }: { readonly notes: ViewNotes }): ReactElement {
  const reports = useSyncExternalStore(notes.subscribe, () => notes.reports)
  if (reports.length === 0) return <p className="panel-quiet">No console output and no errors.</p>
  return (
    <ol className="console" aria-label="Console of the View">
      {reports.map(({ at, report }, index) => (
        <li key={index} data-level={levelOf(report)}>
          <time>{(at / 1000).toFixed(2)}</time>
          <span className="console-kind">
            {report['kind'] === 'console' ? reportText(report, 'level') : reportText(report, 'kind')}
          </span>
          <span className="console-text">{describeReport(report)}</span>
        </li>
      ))}
    </ol>
  )
}
