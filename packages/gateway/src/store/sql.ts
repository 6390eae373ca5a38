import type { DatabaseState } from './unavailable.ts'

/** A value that can be bound to a placeholder. */
export type SqlValue = string | number | boolean | null

/** PostgreSQL, wherever it runs. Rows come back with the types the driver reads; columns of ours are text and bigint. */
export interface Sql {
  /** Rejects with `StoreUnavailable` when the database cannot be used. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** All or nothing; what is queried inside belongs to it. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** How a transaction runs. */
export interface TransactionOptions {
  /** How long one statement may take, in milliseconds. */
  readonly statementTimeout?: number | undefined
}

/** A database that is open. */
export interface Database extends Sql {
  readonly kind: 'embedded' | 'server'
  /** Subscribes to the notifications of all nodes. `onReconnect` runs after an outage: notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>
  close(): Promise<void>
}

/** What opening a database needs. */
export interface OpenOptions {
  /** Aborted when the store is closed before the database is open. */
  readonly signal: AbortSignal
  /** Reports that the database went away or came back. */
  readonly onState: (state: DatabaseState) => void
}
