import type { Finding } from '../catalogue/finding.ts'
import type { DoctorReport } from '../report/report.ts'
import { withoutHash } from '../static/hashed-uri.ts'

/** The identity of a finding across two reports. A fix of the View changes the hash in its URI. */
export const keyOf = ({ code, tool, resourceUri }: Pick<Finding, 'code' | 'tool' | 'resourceUri'>): string =>
  `${code} ${tool ?? ''} ${withoutHash(resourceUri ?? '')}`

/**
 * The findings that only the second report has, and the errors among them that a fix caused. An error is only uncovered, not caused,
 * when the doctor got further than before: the View can be read now, or a repair of the tool or the resource let it be examined.
 */
export function compareReports(before: DoctorReport, after: DoctorReport): { appeared: Finding[]; caused: Finding[] } {
  const known = new Set(before.findings.map(keyOf))
  const symptoms = new Set(before.findings.flatMap(({ symptoms: own = [] }) => own.map(({ code }) => code)))
  const left = new Set(after.findings.map(keyOf))
  const appeared = after.findings.filter((each) => !known.has(keyOf(each)) && !symptoms.has(each.code))
  const hasOpened = before.findings.some((each) => isEarly(each) && !left.has(keyOf(each)))
  const gotFurther = after.isExamined && reachOf(after) > reachOf(before)
  const isUncovered = (each: Finding): boolean => gotFurther || (hasOpened && after.isExamined && !isEarly(each))
  return { appeared, caused: appeared.filter((each) => each.severity === 'error' && !isUncovered(each)) }
}

const isEarly = ({ stage }: Finding): boolean => stage === 'tool' || stage === 'fetching'

const reachOf = ({ tools }: DoctorReport): number =>
  tools.reduce((sum, { stages }) => sum + stages.filter(({ ok }) => ok).length, 0)
