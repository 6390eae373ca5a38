import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { ROW_HEIGHT } from './entry-row.tsx'
import type { RowIndex } from './row-index.ts'

/** The open message, the message marked for comparison, and the listeners of both. */
export interface EntryChoice {
  readonly selected: number | undefined
  readonly marked: number | undefined
  readonly onSelect: (seq: number | undefined) => void
  readonly onMark: (seq: number | undefined) => void
}

/** Keyboard navigation in the list of messages. */
export interface ListNavigation {
  readonly list: Virtualizer<HTMLDivElement, Element>
  readonly scroller: RefObject<HTMLDivElement | null>
  /** True while the list follows the latest message. */
  readonly isFollowing: boolean
  readonly follow: () => void
  readonly choose: (seq: number) => void
  readonly press: (event: KeyboardEvent) => void
  readonly scrolled: () => void
}

/** Follows the newest message until the user scrolls away, and supports the keyboard. */
export function useListNavigation(rows: RowIndex, choice: EntryChoice): ListNavigation {
  const { selected, marked, onSelect, onMark } = choice
  const scroller = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const { count, version } = rows.state
  const list = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 12 })
  useEffect(() => {
    if (isFollowing && count > 0) list.scrollToIndex(count - 1)
  }, [isFollowing, count, version, list])

  const current = selected === undefined ? -1 : rows.rowOf(selected)
  // The selected row stays visible when its details make the list smaller.
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

  return { list, scroller, isFollowing, follow: () => setFollowing(true), choose, press, scrolled }
}
