import type { Check } from './check.ts'
import { type Open, type Proof, provesItself } from './proves-itself.ts'

/** The mutants of a suite, with a short or a long timeout. */
export interface Mutants<Subject> {
  readonly hasty: Readonly<Record<string, Open<Subject>>>
  readonly patient: Readonly<Record<string, Open<Subject>>>
}

/** Tries every check on its mutant in haste, and those that are in doubt then with patience: on a busy machine a mutant may be late, and is no better for it. */
export async function provePatiently<Subject>(
  checks: readonly Check<Subject>[],
  reference: Open<Subject>,
  { hasty, patient }: Mutants<Subject>,
  isInDoubt: (proof: Proof) => boolean = ({ proven }) => !proven,
  options: Parameters<typeof provesItself>[3] = {},
): Promise<Proof[]> {
  const proofs = await provesItself(checks, reference, hasty, options)
  const doubtful = new Set(proofs.filter(isInDoubt).map(({ id }) => id))
  if (doubtful.size === 0) return proofs
  const again = await provesItself(
    checks.filter(({ id }) => doubtful.has(id)),
    reference,
    patient,
    options,
  )
  return [...proofs.filter(({ id }) => !doubtful.has(id)), ...again]
}
