import { useState, type ReactElement } from 'react'
import { Empty } from '../design/feedback.tsx'
import { Segments } from '../design/segments.tsx'
import type { PanelProps } from '../dock.ts'
import { AuditList } from './audit-list.tsx'
import { BlackBox } from './black-box.tsx'
import { ConsoleList } from './console-list.tsx'

type Choice = 'console' | 'audit' | 'black-box'

/** The events of the View: its console, its requests, and the data for a report. */
export function EventsPanel({ view }: PanelProps): ReactElement {
  const [choice, setChoice] = useState<Choice>('console')
  if (!view)
    return (
      <Empty icon="warning" title="No View yet">
        <p>Shows the console of a View, each action with its decision, and its black box.</p>
      </Empty>
    )
  return (
    <div className="panel">
      <Segments<Choice>
        label="Events"
        value={choice}
        segments={[
          { value: 'console', label: 'Console' },
          { value: 'audit', label: 'Audit' },
          { value: 'black-box', label: 'Black box' },
        ]}
        onChange={setChoice}
      />
      {choice === 'console' && <ConsoleList notes={view.notes} />}
      {choice === 'audit' && <AuditList notes={view.notes} />}
      {choice === 'black-box' && <BlackBox view={view} />}
    </div>
  )
}
