import type { ReactElement } from 'react'
import type { WireEntry } from '../wire/wire-log.ts'
import { describeEntry, formatBytes, formatMs } from './describe-entry.ts'
import type { Pairs } from './pairs.ts'

/** All rows are equally high, so that a hundred thousand need no measuring. */
export const ROW_HEIGHT = 26

const ARROWS = { 'to-view': '→', 'from-view': '←', 'to-server': '⇢', 'from-server': '⇠' } as const
const WORDS = {
  'to-view': 'to the View',
  'from-view': 'from the View',
  'to-server': 'to the server',
  'from-server': 'from the server',
} as const

/** One message in one line. */
export function EntryRow({
  entry,
  pairs,
  top,
  place,
  count,
  isSelected,
  isMarked,
  onSelect,
}: {
  readonly entry: WireEntry
  readonly pairs: Pairs
  readonly top: number
  readonly place: number
  readonly count: number
  readonly isSelected: boolean
  readonly isMarked: boolean
  readonly onSelect: (seq: number) => void
}): ReactElement {
  const line = describeEntry(entry, pairs)
  return (
    // The list, which has the focus, handles the keys.
    <div
      id={`entry-${entry.seq}`}
      className="wire-row"
      role="option"
      aria-selected={isSelected}
      aria-posinset={place}
      aria-setsize={count}
      tabIndex={-1}
      data-kind={line.kind}
      data-hop={entry.hop}
      data-error={line.error === undefined ? undefined : ''}
      data-marked={isMarked ? '' : undefined}
      data-fault={entry.fault}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(entry.seq)}
    >
      <span className="wire-time">{(entry.at / 1000).toFixed(3)}</span>
      <span className="wire-arrow" data-direction={entry.direction} title={WORDS[entry.direction]} aria-hidden="true">
        {ARROWS[entry.direction]}
      </span>
      <span className="wire-label">
        {entry.fault !== undefined && <span className="wire-fault">fault: {entry.fault} </span>}
        {line.kind === 'answer' && <Spoken words="response to " sign="↩ " />}
        {line.label}
        {line.detail !== undefined && <span className="wire-about"> {line.detail}</span>}
        <span className="visually-hidden">
          , {WORDS[entry.direction]}
          {line.error !== undefined && `, error: ${line.error}`}
        </span>
      </span>
      <span className="wire-ms">
        {line.isOpen ? <Spoken words="not answered yet" sign="…" /> : line.ms !== undefined && formatMs(line.ms)}
      </span>
      <span className="wire-bytes">{formatBytes(entry.bytes)}</span>
    </div>
  )
}

/** A sign on screen, and a text for screen readers. */
const Spoken = ({ words, sign }: { readonly words: string; readonly sign: string }): ReactElement => (
  <>
    <span aria-hidden="true">{sign}</span>
    <span className="visually-hidden">{words}</span>
  </>
)
