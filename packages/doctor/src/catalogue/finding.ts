import { FINDINGS, type FindingCode } from './catalogue.ts'
import type { FindingEntry } from './finding-entry.ts'

/** A fault that was found. */
export interface Finding extends FindingEntry {
  readonly code: FindingCode
  /** What was seen: a message, a value, a line. */
  readonly evidence: string
  /** The tool that it was seen at. */
  readonly tool?: string
  /** The view that it was seen in. */
  readonly resourceUri?: string
}

/** Where a fault was seen. */
export type Place = Pick<Finding, 'tool' | 'resourceUri'>

const LONGEST_EVIDENCE = 300

/** Names a fault, with what was seen of it. */
export function finding(code: FindingCode, evidence: string, place: Place = {}): Finding {
  const short = evidence.length > LONGEST_EVIDENCE ? `${evidence.slice(0, LONGEST_EVIDENCE)}…` : evidence
  return { code, ...FINDINGS[code], evidence: short, ...place }
}
