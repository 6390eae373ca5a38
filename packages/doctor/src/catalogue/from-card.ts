import { CATALOGUE, type DiagnosisCode } from 'casement/host'
import type { Fault, FindingEntry } from './finding-entry.ts'

/** What a host says on its card when it meets this fault; the doctor says the same, and more. */
export function fromCard(code: DiagnosisCode, fault: Fault): Pick<FindingEntry, 'stage' | 'fix' | 'fault'> {
  const { stage, fix } = CATALOGUE[code]
  return { stage, fix, fault }
}
