import { FINDINGS, type FindingCode } from './catalogue.ts'
import { cspFix } from './csp-fix.ts'
import type { FindingEntry } from './finding-entry.ts'
import { shorten } from './shorten.ts'

/** A fault that was found. */
export interface Finding extends FindingEntry {
  readonly code: FindingCode
  /** The evidence: a message, a value, a line. */
  readonly evidence: string
  /** The tool that it was seen at. */
  readonly tool?: string
  /** The view that it was seen in. */
  readonly resourceUri?: string
  /** The hosts that it was seen in, where several were imitated and not all have it. */
  readonly profiles?: readonly string[]
  /** Its symptoms: findings that disappear when this one is fixed. */
  readonly symptoms?: readonly Symptom[]
}

/** A finding that only follows from another one. */
export type Symptom = Pick<Finding, 'code' | 'severity' | 'evidence'>

/** Where a fault was seen. */
export type Place = Pick<Finding, 'tool' | 'resourceUri'>

const MAX_EVIDENCE = 400

/** Creates a finding with its evidence. */
export function finding(code: FindingCode, evidence: string, place: Place = {}): Finding {
  return { code, ...FINDINGS[code], ...cspFix(code, evidence), evidence: shorten(evidence, MAX_EVIDENCE), ...place }
}
