import { CATALOGUE, type DiagnosisCode } from 'casement/host'
import type { Fault, FindingEntry } from './finding-entry.ts'

/** The code of the card that a host shows for this fault. The doctor reports the same one. */
export function fromCard(code: DiagnosisCode, fault: Fault): Pick<FindingEntry, 'stage' | 'fix' | 'fault'> {
  const { stage, fix } = CATALOGUE[code]
  return { stage, fix, fault }
}
