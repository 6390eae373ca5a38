import { useEffect, useState } from 'react'
import { useStudio } from '../studio.ts'
import { PAGE } from './admin-api.ts'

/** Rows of a table, a page at a time. */
export interface Rows<Row> {
  /** Undefined while the first page is loaded. */
  readonly rows: readonly Row[] | undefined
  readonly hasMore: boolean
  more(): void
  /** Does something about a row, and loads the table again. */
  change(title: string, work: () => Promise<void>): void
}

/** Loads the rows of a table; `load` gets the last row of the previous page. */
export function useRows<Row>(load: (last: Row | undefined) => Promise<readonly Row[]>): Rows<Row> {
  const { toasts } = useStudio()
  const [rows, setRows] = useState<readonly Row[]>()
  const [hasMore, setHasMore] = useState(false)
  const add = async (before: readonly Row[]): Promise<void> => {
    const page = await load(before.at(-1))
    setRows([...before, ...page])
    setHasMore(page.length === PAGE)
  }
  const attempt = (title: string, work: () => Promise<void>): void =>
    void work().catch((error: unknown) => toasts.fail(title, error))
  useEffect(() => attempt('Not loaded', () => add([])), [])
  return {
    rows,
    hasMore,
    more: () => attempt('Not loaded', () => add(rows ?? [])),
    change: (title, work) =>
      attempt(title, async () => {
        await work()
        await add([])
      }),
  }
}
