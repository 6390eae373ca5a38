import type { Unsubscribe } from 'casement/protocol'
import type { WireLog } from '../wire/wire-log.ts'
import { isOpenFilter, matchesFilter, NO_FILTER, type EntryFilter } from './entry-filter.ts'
import { createPairs, type Pairs } from './pairs.ts'

/** The filtered messages, updated as messages arrive. */
export interface RowIndex {
  readonly pairs: Pairs
  /** Replaced on change: the number of rows, and whether the search is running. */
  readonly state: RowState
  /** The number of the message in a row. */
  seqAt(row: number): number | undefined
  /** The row of a message; the nearest before it when it is not shown. */
  rowOf(seq: number): number
  setFilter(filter: EntryFilter): void
  readonly subscribe: (changed: () => void) => Unsubscribe
  close(): void
}

/** The options of a list. */
export interface RowState {
  readonly count: number
  readonly isSearching: boolean
  readonly version: number
}

// So many milliseconds are searched before the page gets a turn; half of a frame, so that it can still be drawn.
const TURN_MS = 8
const BETWEEN_LOOKS = 100

/** The dependencies of an index. */
export interface RowIndexOptions {
  readonly nextTurn?: (run: () => void) => void
  readonly now?: () => number
}

/** Follows a log through a filter. A search in a full log is done in turns, so that the page stays awake. */
export function createRowIndex(
  log: WireLog,
  { nextTurn = (run) => void setTimeout(run), now = () => performance.now() }: RowIndexOptions = {},
): RowIndex {
  const pairs = createPairs(log)
  const listeners = new Set<() => void>()
  let filter = NO_FILTER
  let shown: number[] = []
  let searched = log.first
  let isSearching = false
  let isClosed = false
  let state: RowState = { count: 0, isSearching: false, version: 0 }

  const isDirect = (): boolean => isOpenFilter(filter)
  const tell = (): void => {
    const count = isDirect() ? log.end - log.first : shown.length
    state = { count, isSearching, version: state.version + 1 }
    for (const listener of listeners) listener()
  }
  const dropOld = (): void => {
    if ((shown[0] ?? log.first) >= log.first) return
    shown = shown.slice(shown.findIndex((seq) => seq >= log.first))
    if ((shown[0] ?? log.first) < log.first) shown = []
  }
  const search = (): void => {
    if (isClosed) return
    searched = Math.max(searched, log.first)
    const start = now()
    for (let looked = 1; searched < log.end; searched++, looked++) {
      const entry = log.get(searched)
      if (entry && matchesFilter(entry, filter, pairs)) shown.push(searched)
      if (looked % BETWEEN_LOOKS === 0 && now() - start >= TURN_MS) {
        searched++
        break
      }
    }
    isSearching = searched < log.end
    if (isSearching) nextTurn(search)
    tell()
  }
  const update = (): void => {
    pairs.catchUp()
    if (isDirect()) return tell()
    dropOld()
    if (!isSearching) search()
  }
  const stop = log.subscribe(update)
  pairs.catchUp()
  tell()

  return {
    pairs,
    get state() {
      return state
    },
    seqAt: (row) => (isDirect() ? log.first + row : shown[row]),
    rowOf: (seq) => (isDirect() ? seq - log.first : lastAtMost(shown, seq)),
    setFilter(next) {
      filter = next
      shown = []
      searched = log.first
      if (isDirect()) isSearching = false
      if (isDirect()) return tell()
      if (!isSearching) search()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      stop()
    },
  }
}

/** The place of the last number that is not greater, in a list that grows; -1 for none. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}
