import type { ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import type { WireLog } from '../wire/wire-log.ts'
import { EntryRow } from './entry-row.tsx'
import { useListNavigation, type EntryChoice } from './list-navigation.ts'
import type { RowIndex } from './row-index.ts'

/** A virtualized list of messages. Arrows move, Enter opens, P jumps to the matching message, D marks for comparison. */
export function EntryList({
  log,
  rows,
  ...choice
}: { readonly log: WireLog; readonly rows: RowIndex } & EntryChoice): ReactElement {
  const { selected, marked } = choice
  const { list, scroller, isFollowing, follow, choose, press, scrolled } = useListNavigation(rows, choice)
  const { count } = rows.state

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
        <Button className="wire-follow" size="small" onClick={follow}>
          Follow the latest
        </Button>
      )}
    </div>
  )
}
