/** A value that can be bound to a placeholder. */
export type SqlValue = string | number | boolean | null

/** PostgreSQL, wherever it runs. Rows come back with the types the driver reads; columns of ours are text and bigint. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** All or nothing; what is queried inside belongs to it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

/** A database that is open. */
export interface Database extends Sql {
  readonly kind: 'embedded' | 'server'
  /** Hears what any node says on a channel. `again` runs when the line was cut and is back: something may have been missed. */
  listen(channel: string, hear: (payload: string) => void, again: () => void): Promise<void>
  close(): Promise<void>
}
