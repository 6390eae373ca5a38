import type { Check } from './check.ts'
import { type Finding, tryCheck } from './try-check.ts'

/** A subject that was created for an examination, and its clean-up. */
export interface Opened<Subject> {
  readonly subject: Subject
  readonly close: () => Promise<void>
}

/** Makes a subject: the reference, or one that is broken in one way. */
export type Open<Subject> = () => Promise<Opened<Subject>>

/** The verdicts of a check for the reference and for its mutant. */
export interface Proof {
  readonly id: string
  readonly reference: Finding
  readonly mutant: Finding
  /** True when the reference passes and the mutant fails. */
  readonly proven: boolean
}

/**
 * The suite's own test: every check passes on the reference and fails on its mutant. Checks with the same mutant share one, and
 * `concurrency` of them run at a time. A check that could not be made proves nothing.
 */
export async function provesItself<Subject>(
  checks: readonly Check<Subject>[],
  reference: Open<Subject>,
  mutants: Readonly<Record<string, Open<Subject>>>,
  { concurrency = 1 }: { readonly concurrency?: number } = {},
): Promise<Proof[]> {
  const sound = await runAll(checks, reference)
  const broken = new Map<string, Finding>()
  const names = new Set(checks.map(({ mutant }) => mutant)).values()
  const work = async (): Promise<void> => {
    for (const name of names) {
      const open = mutants[name]
      if (!open) throw new Error(`there is no mutant "${name}"`)
      const own = checks.filter(({ mutant }) => mutant === name)
      // Each worker does one after the other: each may be a browser page.
      for (const [id, outcome] of await runAll(own, open)) broken.set(id, outcome)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return checks.map(({ id }) => prove(id, sound.get(id), broken.get(id)))
}

/** The proofs that failed, one line each; empty when the suite proves itself. */
export const unproven = (proofs: readonly Proof[]): string[] =>
  proofs
    .filter(({ proven }) => !proven)
    .map(({ id, reference, mutant }) => `${id}: reference ${JSON.stringify(reference)}, mutant ${JSON.stringify(mutant)}`)

function prove(id: string, reference: Finding | undefined, mutant: Finding | undefined): Proof {
  if (!reference || !mutant) throw new Error(`the check "${id}" was not made`)
  return { id, reference, mutant, proven: reference.verdict === 'pass' && mutant.verdict === 'fail' }
}

async function runAll<Subject>(checks: readonly Check<Subject>[], open: Open<Subject>): Promise<Map<string, Finding>> {
  const { subject, close } = await open()
  const outcomes = new Map<string, Finding>()
  try {
    for (const check of checks) {
      if (outcomes.has(check.id)) throw new Error(`the id "${check.id}" is there twice`)
      // They share the subject.
      outcomes.set(check.id, await tryCheck(check, subject))
    }
  } finally {
    await close()
  }
  return outcomes
}
