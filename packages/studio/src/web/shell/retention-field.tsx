import type { StoreSettings } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { useStore } from '../store.ts'
import { serverRights, useStudio } from '../studio.ts'

const CHOICES = [
  { days: null, label: 'forever' },
  { days: 365, label: 'for a year after the last change' },
  { days: 90, label: 'for 90 days after the last change' },
  { days: 30, label: 'for 30 days after the last change' },
  { days: 7, label: 'for a week after the last change' },
] as const

/** How long the store keeps conversations, and how many are about to be deleted. */
export function RetentionField(): ReactElement {
  const { api, toasts, session } = useStudio()
  const { isAdmin } = serverRights(useStore(session))
  const [settings, setSettings] = useState<StoreSettings>()
  const days = settings?.retentionDays
  const attempt = (title: string, work: () => Promise<StoreSettings>): void =>
    void work().then(setSettings, (error: unknown) => toasts.fail(title, error))
  useEffect(() => attempt('Settings could not be loaded', () => api.settings()), [])
  const isListed = CHOICES.some((choice) => choice.days === days)
  return (
    <div className="field">
      <label htmlFor="retention">Keep conversations</label>
      <select
        id="retention"
        className="select"
        disabled={days === undefined || !isAdmin}
        value={String(days ?? null)}
        onChange={({ target }) =>
          attempt('Not changed', () => api.putSettings({ retentionDays: target.value === 'null' ? null : Number(target.value) }))
        }
      >
        {CHOICES.map((choice) => (
          <option key={choice.days} value={String(choice.days)}>
            {choice.label}
          </option>
        ))}
        {!isListed && days !== undefined && <option value={String(days)}>for {days} days after the last change</option>}
      </select>
      <span className="field-hint">
        Older conversations are hidden a day later, and a week after that deleted with their View state and audit log.
      </span>
      {settings && <ExpiryNotice {...settings} />}
    </div>
  )
}

/** Announces a deletion while it can still be prevented. */
function ExpiryNotice({ expiring, deleted }: StoreSettings): ReactElement {
  return (
    <>
      {expiring > 0 && (
        <span className="field-hint" role="status">
          {count(expiring)} about to be hidden. Change one, or keep conversations longer, to prevent it.
        </span>
      )}
      {deleted > 0 && (
        <span className="field-hint" role="status">
          {count(deleted)} hidden and will be deleted within a week. Choose “forever” to restore them.
        </span>
      )}
    </>
  )
}

const count = (conversations: number): string =>
  conversations === 1 ? '1 conversation is' : `${conversations} conversations are`
