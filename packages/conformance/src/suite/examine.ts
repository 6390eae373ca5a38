import type { Check, Tag } from './check.ts'
import { type Finding, tryCheck } from './try-check.ts'

/** One line of a report: a check and its finding. */
export interface Result {
  readonly id: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly tag: Tag
  readonly level: 'must' | 'should'
  readonly alsoKnownAs: readonly string[]
  readonly finding: Finding
  readonly milliseconds: number
}

/** The results of an examination. */
export interface Report {
  /** The name of the target. */
  readonly subject: string
  readonly results: readonly Result[]
  readonly counts: Readonly<Record<Finding['verdict'], number>>
  /** True when no MUST was broken and every check could be made. */
  readonly ok: boolean
}

/** Which checks are made, and how the subject is called. */
export interface ExamineOptions {
  readonly name?: string | undefined
  /** Only checks whose id starts with one of these. */
  readonly only?: readonly string[] | undefined
  readonly tags?: readonly Tag[] | undefined
  /** Called with each result as it arrives, the number of results so far, and the total. */
  readonly onresult?: ((result: Result, done: number, all: number) => void) | undefined
}

/** Whether a check is one of those that are wanted. */
export const isChosen = (
  { id, tag }: Pick<Result, 'id' | 'tag'>,
  { only, tags }: Pick<ExamineOptions, 'only' | 'tags'>,
): boolean => (!only || only.some((start) => id.startsWith(start))) && (!tags || tags.includes(tag))

/** Makes the checks one after the other. One that is unfinished is not ok. */
export async function examine<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  { name = 'subject', only, tags, onresult }: ExamineOptions = {},
): Promise<Report> {
  const results: Result[] = []
  const chosen = checks.filter((check) => isChosen(check, { only, tags }))
  for (const check of chosen) {
    const start = performance.now()
    // Checks share the subject.
    const finding = await tryCheck(check, subject)
    const { id, title, requirements, tag, level, alsoKnownAs = [] } = check
    const milliseconds = Math.round(performance.now() - start)
    const result: Result = { id, title, requirements, tag, level, alsoKnownAs, finding, milliseconds }
    results.push(result)
    onresult?.(result, results.length, chosen.length)
  }
  return makeReport(name, results)
}

/** A report about results that are already there. */
export function makeReport(subject: string, results: readonly Result[]): Report {
  const count = (verdict: Finding['verdict']): number => results.filter(({ finding }) => finding.verdict === verdict).length
  return {
    subject,
    results,
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      'not-applicable': count('not-applicable'),
      unfinished: count('unfinished'),
    },
    ok: results.every(
      ({ level, finding: { verdict } }) => verdict !== 'unfinished' && (verdict !== 'fail' || level === 'should'),
    ),
  }
}
