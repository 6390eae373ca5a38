import type { Check, Outcome } from './check.ts'

/** An outcome, or the reason why the check could not run. */
export type Finding = Outcome | { readonly verdict: 'unfinished'; readonly why: string }

// Far longer than any check takes on a busy machine: what is not over by then hangs, and must not take the others with it.
const LIMIT_MS = 180_000

/** Makes a check. One that throws, or never ends, is unfinished: that is no verdict about the subject. */
export async function tryCheck<Subject>(check: Check<Subject>, subject: Subject, limit = LIMIT_MS): Promise<Finding> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve({ verdict: 'unfinished', why: `it did not end within ${limit} ms` }), limit)
  })
  try {
    return await Promise.race([check.run(subject), tooLong])
  } catch (error) {
    return { verdict: 'unfinished', why: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}
