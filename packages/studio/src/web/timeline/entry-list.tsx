import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import type { WireLog } from '../wire/wire-log.ts'
import { EntryRow, ROW_HEIGHT } from './entry-row.tsx'
import type { RowIndex } from './row-index.ts'

/** The messages as a list of which only what is seen exists. Arrows move, Enter opens, P goes to the partner, D marks for comparison. */
export function EntryList({
  log,
  rows,
  selected,
  marked,
  onSelect,
  onMark,
}: {
  readonly log: WireLog
  readonly rows: RowIndex
  readonly selected: number | undefined
  readonly marked: number | undefined
  readonly onSelect: (seq: number | undefined) => void
  readonly onMark: (seq: number | undefined) => void
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const { count, version } = rows.state
  const list = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 12 })
  useEffect(() => {
    if (isFollowing && count > 0) list.scrollToIndex(count - 1)
  }, [isFollowing, count, version, list])

  const current = selected === undefined ? -1 : rows.rowOf(selected)
  // What is selected stays in sight, also when its details take room away from the list.
  useEffect(() => {
    if (selected === undefined) return undefined
    const drawn = requestAnimationFrame(() => list.scrollToIndex(Math.max(0, rows.rowOf(selected))))
    return () => cancelAnimationFrame(drawn)
  }, [selected, rows, list])
  const choose = (seq: number): void => {
    setFollowing(false)
    onSelect(seq)
  }
  const moveTo = (row: number): void => {
    const target = Math.max(0, Math.min(count - 1, row))
    setFollowing(target === count - 1 && row >= count - 1 && isFollowing)
    onSelect(rows.seqAt(target))
    list.scrollToIndex(target)
  }
  const showPartner = (): void => {
    const partner = selected === undefined ? undefined : rows.pairs.partnerOf(selected)
    if (partner) moveTo(rows.rowOf(partner.seq))
  }
  const page = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(current + 1),
    ArrowUp: () => moveTo(current < 0 ? count - 1 : current - 1),
    PageDown: () => moveTo(current + page()),
    PageUp: () => moveTo(current - page()),
    Home: () => moveTo(0),
    End: () => moveTo(count - 1),
    Escape: () => onSelect(undefined),
    p: showPartner,
    d: () => onMark(marked === selected ? undefined : selected),
    f: () => setFollowing(!isFollowing),
  }
  const press = (event: KeyboardEvent): void => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  const scrolled = (): void => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = scroller.current ?? {}
    if (isFollowing && scrollHeight - scrollTop - clientHeight > 4 * ROW_HEIGHT) setFollowing(false)
  }

  return (
    <div className="wire-list">
      <div
        ref={scroller}
        className="wire-scroller"
        role="listbox"
        tabIndex={0}
        aria-label="Messages"
        aria-keyshortcuts="ArrowUp ArrowDown Home End P D F"
        aria-activedescendant={selected === undefined ? undefined : `entry-${selected}`}
        onKeyDown={press}
        onWheel={scrolled}
      >
        <div style={{ height: list.getTotalSize(), position: 'relative' }} role="presentation">
          {list.getVirtualItems().map(({ index, start }) => {
            const seq = rows.seqAt(index)
            const entry = seq === undefined ? undefined : log.get(seq)
            return (
              entry && (
                <EntryRow
                  key={entry.seq}
                  entry={entry}
                  pairs={rows.pairs}
                  top={start}
                  place={index + 1}
                  count={count}
                  isSelected={entry.seq === selected}
                  isMarked={entry.seq === marked}
                  onSelect={choose}
                />
              )
            )
          })}
        </div>
      </div>
      {!isFollowing && (
        <Button className="wire-follow" size="small" onClick={() => setFollowing(true)}>
          Follow the newest
        </Button>
      )}
    </div>
  )
}
