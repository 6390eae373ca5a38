import type { Owner } from '../security/principal.ts'
import type { DatabaseState } from './unavailable.ts'

/** A value that can be bound to a placeholder. */
export type SqlValue = string | number | boolean | null

/** PostgreSQL, wherever it runs. Rows come back with the types the driver reads; columns of ours are text and bigint. */
export interface Sql {
  /** Rejects with `StoreUnavailable` when the database cannot be used. */
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** A transaction; queries inside belong to it. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** Runs a transaction. */
export interface TransactionOptions {
  /** How long one statement may take, in milliseconds. */
  readonly statementTimeout?: number | undefined
}

/**
 * A database that is open. Row-level security hides the rows of all users from its own `query` and `transaction`; `as` shows those of
 * one user.
 */
export interface Database extends Sql {
  readonly kind: 'embedded' | 'server'
  /** The database as one user sees it. */
  as(owner: Owner): Sql
  /** Makes every later statement run as this role, on every connection. */
  assumeRole(role: string): Promise<void>
  /** Subscribes to the notifications of all nodes. `onReconnect` runs after an outage: notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>
  close(): Promise<void>
}

/** The dependencies for opening a database. */
export interface OpenOptions {
  /** Aborted when the store is closed before the database is open. */
  readonly signal: AbortSignal
  /** Reports that the database went away or came back. */
  readonly onState: (state: DatabaseState) => void
}

/** Names the user of a transaction: row-level security compares it with each row. Without parameters, to be sent together with `begin`. */
export const ownerStatement = ({ tenant, user }: Owner): string =>
  `select set_config('casement.tenant', ${literal(tenant)}, true), set_config('casement.user', ${literal(user)}, true)`

/** Encodes a text as digits, so that nothing needs escaping. */
const literal = (text: string): string => `convert_from(decode('${Buffer.from(text).toString('hex')}', 'hex'), 'UTF8')`
