import { useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'
import { useStudio } from '../studio.ts'
import { EntryDetail } from './entry-detail.tsx'
import { NO_FILTER, type EntryFilter } from './entry-filter.ts'
import { EntryList } from './entry-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { createRowIndex, type RowIndex } from './row-index.ts'
import { Waterfall } from './waterfall.tsx'

/** Every message between View, sandbox, host and server. */
export function Timeline({ view }: PanelProps): ReactElement {
  const { wireLog } = useStudio()
  const rows = useMemo(() => createRowIndex(wireLog), [wireLog])
  useEffect(() => () => rows.close(), [rows])
  const { count, isSearching } = useRowState(rows)
  const [filter, setFilter] = useState<EntryFilter>({ ...NO_FILTER, heartbeats: false })
  const [onlyView, setOnlyView] = useState(true)
  const [selected, setSelected] = useState<number>()
  const [marked, setMarked] = useState<number>()
  const id = onlyView ? view?.id : undefined
  useEffect(() => rows.setFilter({ ...filter, view: id }), [rows, filter, id])

  const showAll = (): void => {
    setFilter(NO_FILTER)
    setOnlyView(false)
  }
  const entry = selected === undefined ? undefined : wireLog.get(selected)
  const isEmpty = wireLog.end === wireLog.first
  return (
    <section className="timeline" aria-label="Timeline">
      {view && <Waterfall notes={view.notes} />}
      <FilterBar
        filter={filter}
        onChange={setFilter}
        onlyView={onlyView && view !== undefined}
        onOnlyView={view ? setOnlyView : undefined}
        count={count}
        isSearching={isSearching}
        onClear={() => wireLog.clear()}
      />
      {isEmpty ? (
        <Empty icon="activity" title="No messages yet">
          <p>Run a tool to see every message between View, sandbox, host and server.</p>
        </Empty>
      ) : count === 0 && !isSearching ? (
        <Empty icon="search" title="No messages match">
          <p>Some are hidden by the search or the filters.</p>
          <Button size="small" onClick={showAll}>
            Show all messages
          </Button>
        </Empty>
      ) : (
        <EntryList log={wireLog} rows={rows} selected={selected} marked={marked} onSelect={setSelected} onMark={setMarked} />
      )}
      {entry && (
        <EntryDetail
          entry={entry}
          marked={marked === undefined ? undefined : wireLog.get(marked)}
          pairs={rows.pairs}
          onSelect={setSelected}
          onMark={setMarked}
          onClose={() => setSelected(undefined)}
        />
      )}
    </section>
  )
}

const useRowState = (rows: RowIndex): RowIndex['state'] => useSyncExternalStore(rows.subscribe, () => rows.state)
