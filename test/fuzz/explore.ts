import { fc } from '../seeded-fast-check.ts'

// `npm test` runs a fixed number of cases with a fixed seed. `npm run fuzz` sets these to explore.
const minutes = Number(process.env['CASEMENT_FUZZ_MINUTES'] ?? 0)
const path = process.env['CASEMENT_FUZZ_PATH']

/** The options of an exploring test: it runs for the given time, and then shrinks its findings. */
export const FUZZ = { timeout: 2 * minutes * 60_000 + 240_000 }

/** How much is tried. */
export interface ExploreOptions {
  /** The number of cases in `npm test`. */
  readonly runs: number
  /** False where a case takes seconds, and the smallest one would take hours to find. Default true. */
  readonly shrink?: boolean
}

/** Searches for a case in which a property fails, and fails with the smallest one and its seed. */
export async function explore<T>(property: fc.IRawProperty<T>, { runs, shrink = true }: ExploreOptions): Promise<void> {
  const amount = minutes > 0 ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: minutes * 60_000 } : { numRuns: runs }
  await fc.assert(property, { ...amount, endOnFailure: !shrink || path !== undefined, ...(path !== undefined && { path }) })
}
