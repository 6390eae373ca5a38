import type { WireEntry } from '../wire/wire-log.ts'
import { describeEntry, isHeartbeat, type EntryKind } from './describe-entry.ts'
import type { Pairs } from './pairs.ts'

/** Which messages are shown. */
export interface EntryFilter {
  /** In the method or anywhere in the message; without regard to case. */
  readonly text: string
  readonly hop: WireEntry['hop'] | 'all'
  readonly kind: EntryKind | 'all'
  readonly onlyErrors: boolean
  /** Also what passes all the time. */
  readonly heartbeats: boolean
  /** Only the messages of this View, and the messages between host and server on its behalf. */
  readonly view: string | undefined
}

/** Everything. */
export const NO_FILTER: EntryFilter = { text: '', hop: 'all', kind: 'all', onlyErrors: false, heartbeats: true, view: undefined }

/** True if a filter hides nothing. */
export const isOpenFilter = ({ text, hop, kind, onlyErrors, heartbeats, view }: EntryFilter): boolean =>
  text === '' && hop === 'all' && kind === 'all' && !onlyErrors && heartbeats && view === undefined

/** True if a message is shown. The cheap checks come first. */
export function matchesFilter(entry: WireEntry, filter: EntryFilter, pairs: Pairs): boolean {
  if (filter.hop !== 'all' && entry.hop !== filter.hop) return false
  if (filter.view !== undefined && (entry.view ?? entry.forView) !== filter.view) return false
  if (filter.kind === 'all' && !filter.onlyErrors && filter.heartbeats && filter.text === '') return true
  const line = describeEntry(entry, pairs)
  if (!filter.heartbeats && isHeartbeat(line)) return false
  if (filter.kind !== 'all' && line.kind !== filter.kind) return false
  if (filter.onlyErrors && line.error === undefined) return false
  if (filter.text === '') return true
  const wanted = filter.text.toLowerCase()
  return `${line.label} ${line.detail ?? ''}`.toLowerCase().includes(wanted) || textOf(entry).includes(wanted)
}

function textOf({ message, refused }: WireEntry): string {
  try {
    return `${JSON.stringify(message)} ${refused ?? ''}`.toLowerCase()
  } catch {
    return ''
  }
}
