import type { ReactElement, ReactNode } from 'react'
import { Button } from '../design/button.tsx'
import { Skeleton } from '../design/feedback.tsx'
import type { Rows } from './use-rows.ts'

interface AdminTableProps<Row> {
  readonly label: string
  readonly columns: readonly string[]
  readonly table: Rows<Row>
  readonly keyOf: (row: Row) => string | number
  readonly cells: (row: Row) => readonly ReactNode[]
  readonly empty: string
}

/** A table whose rows are loaded a page at a time. */
export function AdminTable<Row>({ label, columns, table, keyOf, cells, empty }: AdminTableProps<Row>): ReactElement {
  const { rows, hasMore } = table
  if (!rows) return <Skeleton height={120} />
  if (rows.length === 0) return <p className="quiet">{empty}</p>
  return (
    <div className="admin-table">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {cells(row).map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && <Button onClick={() => table.more()}>Show more</Button>}
    </div>
  )
}

/** A time, or a dash. */
export function When({ at }: { readonly at: number | null }): ReactElement {
  if (at === null) return <span>–</span>
  return <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>
}
