import { useState, type ReactElement } from 'react'
import { Empty } from '../design/feedback.tsx'
import { Segments } from '../design/segments.tsx'
import type { PanelProps } from '../dock.ts'
import { AuditList } from './audit-list.tsx'
import { BlackBox } from './black-box.tsx'
import { ConsoleList } from './console-list.tsx'

type Choice = 'console' | 'audit' | 'black-box'

/** What happened in and because of the View: its console, what it asked for, and all that is needed for a report. */
export function EventsPanel({ view }: PanelProps): ReactElement {
  const [choice, setChoice] = useState<Choice>('console')
  if (!view)
    return (
      <Empty icon="warning" title="No View yet">
        <p>The console of a View, every action that it asked for and what was decided, and its black box show here.</p>
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
