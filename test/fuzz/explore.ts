import { fc } from '../seeded-fast-check.ts'

// `npm test` runs a fixed number of cases with a fixed seed. `npm run fuzz` sets these to explore.
const minutes = Number(process.env['CASEMENT_FUZZ_MINUTES'] ?? 0)
const path = process.env['CASEMENT_FUZZ_PATH']

/** The options of a test that explores: it may take as long as it was told to, and then shrinks what it found. */
export const FUZZ = { timeout: 2 * minutes * 60_000 + 240_000 }

/** Searches for a case in which a property fails, and fails with the smallest one and its seed. `runs` is the number in `npm test`. */
export async function explore<T>(property: fc.IRawProperty<T>, { runs }: { readonly runs: number }): Promise<void> {
  const amount = minutes > 0 ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: minutes * 60_000 } : { numRuns: runs }
  await fc.assert(property, { ...amount, ...(path !== undefined && { path, endOnFailure: true }) })
}
