import { integer, literal, nothing, string, unknown } from './scalars.ts'
import type { Infer } from './schema.ts'
import { object, record, union } from './structures.ts'

/** One value a View keeps with its host, and the version of its shape. */
export const StateEntrySchema = object({ version: integer(), value: unknown() })
export type StateEntry = Infer<typeof StateEntrySchema>

/** Reads all that a View kept. */
export const StateReadRequestSchema = object({ method: literal('dev.casement/state/read'), params: object({}) })
export type StateReadRequest = Infer<typeof StateReadRequestSchema>
/** Everything that the host has kept for a View. */
export const StateReadResultSchema = object({ entries: record(StateEntrySchema) })
export type StateReadResult = Infer<typeof StateReadResultSchema>

/** Keeps one value, or forgets it. */
export const StateWriteRequestSchema = object({
  method: literal('dev.casement/state/write'),
  params: object({ key: string(), entry: union(StateEntrySchema, nothing()) }),
})
export type StateWriteRequest = Infer<typeof StateWriteRequestSchema>
