import { CasementError, DENIED } from '../protocol/errors.ts'
import type * as Chunk from './lazy-chunk.ts'

/** The exports of the lazy chunk. */
export type LazyChunk = typeof Chunk

let loading: Promise<LazyChunk> | undefined

/**
 * Loads the host's only lazy chunk: code that a page needs in exceptional cases. A failed load is retried on the next call. Rejects
 * with `NOT_LOADED`.
 */
export const loadChunk = (): Promise<LazyChunk> => (loading ??= load())

async function load(): Promise<LazyChunk> {
  try {
    return await import('./lazy-chunk.ts')
  } catch (cause) {
    loading = undefined
    const message = 'Could not load a Casement chunk. Check that every file your bundler emitted is deployed'
    // To a View it is a refusal: nothing was done, and the next request may succeed.
    throw new CasementError('NOT_LOADED', message, { cause, wire: { code: DENIED } })
  }
}
