import type { Check } from './check.ts'

/**
 * The checks whose mutants a test run tries: every nth one, all with `CASEMENT_CHECKS=all`, or those whose id contains one of the
 * words in it. Each mutant is a page of its own, so all of them take minutes.
 */
export function chosenChecks<Subject>(checks: readonly Check<Subject>[], every: number): Check<Subject>[] {
  const wanted = process.env['CASEMENT_CHECKS']
  if (wanted === undefined) return checks.filter((_, index) => index % every === 0)
  return checks.filter(({ id }) => wanted === 'all' || wanted.split(',').some((word) => id.includes(word)))
}
