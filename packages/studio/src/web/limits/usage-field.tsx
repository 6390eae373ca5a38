import type { Usage, UsageInfo } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { useStudio } from '../studio.ts'
import { formatCount, formatSize } from './format-size.ts'

const ROWS = [
  { key: 'conversations', label: 'Conversations', format: formatCount },
  { key: 'views', label: 'Views', format: formatCount },
  { key: 'bytes', label: 'Storage', format: formatSize },
  { key: 'callsPerMinute', label: 'Calls in the last minute', format: formatCount },
  { key: 'requestsInFlight', label: 'Requests in flight', format: formatCount },
] as const satisfies readonly { key: keyof UsageInfo; label: string; format: (value: number) => string }[]

/** The usage of the user, if the gateway has limits. */
export function UsageField(): ReactElement | null {
  const { api, toasts } = useStudio()
  const [usage, setUsage] = useState<UsageInfo>()
  useEffect(() => void api.usage().then(setUsage, (error: unknown) => toasts.fail('Usage not loaded', error)), [])
  const limited = ROWS.filter(({ key }) => usage && usage[key].limit !== null)
  if (!usage || limited.length === 0) return null
  return (
    <section className="field" aria-labelledby="usage-title">
      <h3 className="field-label" id="usage-title">
        Your usage
      </h3>
      <ul className="usage">
        {limited.map(({ key, label, format }) => (
          <UsageRow key={key} label={label} usage={usage[key]} format={format} />
        ))}
      </ul>
    </section>
  )
}

interface UsageRowProps {
  readonly label: string
  readonly usage: Usage
  readonly format: (value: number) => string
}

// From here on, the user should know before a request is refused.
const NEARLY = 0.9

function UsageRow({ label, usage: { used, limit }, format }: UsageRowProps): ReactElement {
  const most = limit ?? Infinity
  const tone = used >= most ? 'danger' : used >= most * NEARLY ? 'warning' : undefined
  const text = `${format(used)} of ${format(most)}`
  return (
    <li data-tone={tone}>
      <span>{label}</span>
      <meter aria-label={label} min={0} max={most} high={most * NEARLY} optimum={0} value={Math.min(used, most)}>
        {text}
      </meter>
      <span className="usage-text">
        {text}
        {tone === 'danger' && ', at the limit'}
      </span>
    </li>
  )
}
