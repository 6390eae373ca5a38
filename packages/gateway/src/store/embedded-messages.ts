import type { SqlValue } from './sql.ts'

/** What the thread of the database is started with. */
export interface WorkerSettings {
  /** The folder of the cluster; without one it is in memory. */
  readonly cluster: string | undefined
}

/** A statement for the thread of the database; without text, it closes. */
export interface Ask {
  readonly id: number
  readonly text?: string
  readonly values: readonly SqlValue[]
}

/** What came of it. The first answer, with the id 0, says that the database is open. */
export type Answer = { readonly id: number } & ({ readonly rows: readonly object[] } | { readonly error: string })
