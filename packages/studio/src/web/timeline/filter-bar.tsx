import type { ReactElement } from 'react'
import { IconButton } from '../design/button.tsx'
import type { EntryFilter } from './entry-filter.ts'

const HOPS = [
  ['all', 'All hops'],
  ['view-host', 'View and host'],
  ['host-server', 'Host and server'],
  ['sandbox', 'Sandbox'],
] as const
const KINDS = [
  ['all', 'All kinds'],
  ['request', 'Requests'],
  ['answer', 'Responses'],
  ['note', 'Notifications'],
  ['other', 'Not JSON-RPC'],
] as const

/** The filter of the timeline. */
export function FilterBar({
  filter,
  onChange,
  onlyView,
  onOnlyView,
  count,
  isSearching,
  onClear,
}: {
  readonly filter: EntryFilter
  readonly onChange: (filter: EntryFilter) => void
  readonly onlyView: boolean
  readonly onOnlyView: ((only: boolean) => void) | undefined
  readonly count: number
  readonly isSearching: boolean
  readonly onClear: () => void
}): ReactElement {
  return (
    <div className="timeline-bar" role="search" aria-label="Messages">
      <input
        className="input"
        type="search"
        aria-label="Search in messages"
        placeholder="Search methods and messages"
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      <IconButton icon="trash" label="Clear all messages" size="small" onClick={onClear} />
      <div className="timeline-choices">
        <Choice label="Hop" value={filter.hop} choices={HOPS} onChange={(hop) => onChange({ ...filter, hop })} />
        <Choice label="Kind" value={filter.kind} choices={KINDS} onChange={(kind) => onChange({ ...filter, kind })} />
        <label className="check">
          <input
            type="checkbox"
            checked={filter.onlyErrors}
            onChange={({ target }) => onChange({ ...filter, onlyErrors: target.checked })}
          />
          Errors
        </label>
        <label className="check" title="Frequent messages, such as pings and scrolling">
          <input
            type="checkbox"
            checked={filter.heartbeats}
            onChange={({ target }) => onChange({ ...filter, heartbeats: target.checked })}
          />
          Heartbeats
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={onlyView}
            disabled={!onOnlyView}
            onChange={({ target }) => onOnlyView?.(target.checked)}
          />
          This View
        </label>
        <output className="timeline-count" aria-live="polite">
          {isSearching ? 'Searching…' : `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`}
        </output>
      </div>
    </div>
  )
}

function Choice<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string
  readonly value: T
  readonly choices: readonly (readonly [value: T, title: string])[]
  readonly onChange: (value: T) => void
}): ReactElement {
  return (
    <select className="select" aria-label={label} value={value} onChange={({ target }) => onChange(target.value as T)}>
      {choices.map(([choice, title]) => (
        <option key={choice} value={choice}>
          {title}
        </option>
      ))}
    </select>
  )
}
