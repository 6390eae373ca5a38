import { useEffect, useState, type ReactElement } from 'react'
import { useStudio } from '../studio.ts'

const CHOICES = [
  { days: null, label: 'for ever' },
  { days: 365, label: 'for a year after the last change' },
  { days: 90, label: 'for 90 days after the last change' },
  { days: 30, label: 'for 30 days after the last change' },
  { days: 7, label: 'for a week after the last change' },
] as const

/** For how long the store keeps conversations. What is too old goes at once, so the person is told how it is read. */
export function RetentionField(): ReactElement {
  const { api, toasts } = useStudio()
  const [days, setDays] = useState<number | null>()
  const attempt = (title: string, work: () => Promise<{ readonly retentionDays: number | null }>): void =>
    void work().then(
      ({ retentionDays }) => setDays(retentionDays),
      (error: unknown) => toasts.fail(title, error),
    )
  useEffect(() => attempt('Settings not read', () => api.settings()), [])
  const isListed = CHOICES.some((choice) => choice.days === days)
  return (
    <div className="field">
      <label htmlFor="retention">Keep conversations</label>
      <select
        id="retention"
        className="select"
        disabled={days === undefined}
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
      <span className="field-hint">Older ones are removed at once, with what their Views kept and their audit.</span>
    </div>
  )
}
