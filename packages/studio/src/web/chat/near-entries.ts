import type { Entry } from '@casement/gateway/api'
import { useEffect, useState, type RefObject } from 'react'

/**
 * The entries of a list that are or were near the screen. One that has been mounted stays, with its View. The list shows a placeholder
 * with `data-entry` for each of the others.
 */
export function useNearEntries(
  list: RefObject<HTMLElement | null>,
  first: () => readonly string[],
  /** One that has to be mounted wherever it is. */
  target: string | undefined,
): ReadonlySet<string> {
  const [near, setNear] = useState<ReadonlySet<string>>(() => new Set(first()))
  if (target !== undefined && !near.has(target)) setNear(new Set([...near, target]))
  useEffect(() => {
    const { current } = list
    if (!current) return undefined
    const seen = (changes: readonly IntersectionObserverEntry[]): void => {
      const found = changes.filter(({ isIntersecting }) => isIntersecting)
      for (const change of found) observer.unobserve(change.target)
      const ids = found.map((change) => (change.target as HTMLElement).dataset['entry'] ?? '')
      if (ids.length > 0) setNear((before) => new Set([...before, ...ids]))
    }
    const root = current.closest('.scroller')
    const observer = new IntersectionObserver(seen, { root, rootMargin: '100%' })
    for (const placeholder of current.querySelectorAll('.entry-placeholder')) observer.observe(placeholder)
    return () => observer.disconnect()
    // Placeholders are only there from the start: later entries are mounted at once
  }, [list])
  return near
}

const HEAD = 44
const LINE = 22
const LINE_LENGTH = 100
const VIEW = 240
const TALLEST_TEXT = 420

/** The estimated height of an entry. */
export function estimateHeight(entry: Entry): number {
  if (entry.kind === 'call' && entry.view !== undefined) return HEAD * 2 + VIEW
  const content = entry.kind === 'call' ? (entry.result?.content ?? []) : entry.content
  const lines = content.reduce((sum, block) => sum + (block.type === 'text' ? countLines(block.text) : 8), 0)
  return HEAD + Math.min(lines * LINE, TALLEST_TEXT)
}

const countLines = (text: string): number => Math.ceil(Math.min(text.length, LINE_LENGTH * 20) / LINE_LENGTH)
