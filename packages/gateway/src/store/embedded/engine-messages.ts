import type { Owner } from '../../security/principal.ts'
import type { SqlValue } from '../sql.ts'
import type { EngineFailure } from './failure.ts'

/** How durable a commit is: `strict` is on the disk before it is acknowledged, `relaxed` survives the process but not a power cut. */
export type Durability = 'strict' | 'relaxed'

/** Options of the engine's thread. */
export interface EngineSettings {
  /** The folder of the cluster; undefined keeps it in memory. */
  readonly cluster: string | undefined
  readonly durability: Durability
}

/** A statement for the engine's thread. */
export interface EngineRequest {
  readonly id: number
  readonly text: string
  readonly values: readonly SqlValue[]
  /** The transaction it belongs to. From its `begin` to its `commit` or `rollback`, other statements are queued. */
  readonly transaction?: number | undefined
  /** The owner whose rows are visible: for a `begin` until its transaction ends, for any other statement while it runs. */
  readonly owner?: Owner | undefined
  /** Instead of a statement: the folder to copy the cluster to. */
  readonly snapshot?: string | undefined
}

/** The result of one statement. */
export type EngineResponse =
  | { readonly id: number; readonly rows: readonly object[] }
  | { readonly id: number; readonly error: string; readonly code: string | undefined }

/** A message of the engine's thread. */
export type EngineMessage =
  | { readonly type: 'open' }
  /** Everything that was executed since the last group, in one message: it is durable now. */
  | { readonly type: 'group'; readonly responses: readonly EngineResponse[] }
  /** Still at work: the watchdog waits on. */
  | { readonly type: 'alive' }
  /** The engine cannot go on. */
  | { readonly type: 'fatal'; readonly failure: EngineFailure }

/** Asks the engine's thread to shut the cluster down. */
export const SHUT_DOWN = 'shut-down'
