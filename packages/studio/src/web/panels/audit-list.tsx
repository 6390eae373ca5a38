import type { AuditEvent } from 'casement/host'
import { useSyncExternalStore, type ReactElement } from 'react'
import { Badge, type Tone } from '../design/feedback.tsx'
import { formatMs } from '../timeline/describe-entry.ts'
import type { ViewNotes } from '../wire/view-notes.ts'

const TONES: Readonly<Record<AuditEvent['decision'], Tone>> = {
  allowed: 'success',
  denied: 'danger',
  failed: 'warning',
  cancelled: 'neutral',
}

/** Every action that the View asked for, once each, and what was decided. */
export function AuditList({ notes }: { readonly notes: ViewNotes }): ReactElement {
  const events = useSyncExternalStore(notes.subscribe, () => notes.audit)
  if (events.length === 0) return <p className="panel-quiet">The View has not requested any action yet.</p>
  return (
    <ol className="audit" aria-label="Audit log">
      {events.map(({ at, method, target, decision, ms, rule, why }, index) => (
        <li key={index}>
          <Badge tone={TONES[decision]}>{decision}</Badge>
          <span>
            <code>{method}</code> {target}
            {why !== undefined && (
              <span className="audit-why">
                {rule !== undefined && `${rule}: `}
                {why}
              </span>
            )}
          </span>
          <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
            {formatMs(ms)}
          </time>
        </li>
      ))}
    </ol>
  )
}
