/** The observation of a check. A failure contains the expected and the actual value. */
export type Outcome =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly seen: string; readonly wanted: string }
  | { readonly verdict: 'not-applicable'; readonly why: string }

/** The source of a rule: the stable specification, the draft, the official package, or a predecessor. */
export type Tag = 'stable' | 'draft' | 'package' | 'legacy'

/** One observable rule with its check. */
export interface Check<Subject> {
  /** Stable and in kebab-case: "host/lifecycle/tool-input". */
  readonly id: string
  readonly title: string
  /** R-numbers of the requirements that it observes. */
  readonly requirements: readonly string[]
  readonly tag: Tag
  readonly level: 'must' | 'should'
  /** Ids of the same rule in official lists. */
  readonly alsoKnownAs?: readonly string[]
  /** The implementation that is broken in this one way; the check must fail on it. */
  readonly mutant: string
  run(subject: Subject): Promise<Outcome>
}

/** The check passed. */
export const pass: Outcome = { verdict: 'pass' }

/** The check failed, with the actual and the expected value. */
export const fail = (seen: string, wanted: string): Outcome => ({ verdict: 'fail', seen, wanted })

/** The check is not applicable to this subject. */
export const notApplicable = (why: string): Outcome => ({ verdict: 'not-applicable', why })

/** Passes when a condition holds; otherwise says what was seen (as JSON, cut to a readable length) and what was wanted. */
export const expectThat = (holds: boolean, seen: unknown, wanted: string): Outcome => (holds ? pass : fail(show(seen), wanted))

const MAX_LENGTH = 300

function show(seen: unknown): string {
  const text = typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? String(seen))
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
