import type { Finding } from '../catalogue/finding.ts'
import { CAUSATION, type CausationRule } from './causation.ts'

const RANKS = { error: 0, warning: 1, hint: 2 } as const

/** The View of each tool, so that a fault of its result can explain the findings in the View. */
export type ViewOfTool = (tool: string) => string | undefined

/**
 * Folds every finding that only follows from another one under its root cause, which becomes as severe as its effect, and orders the
 * rest: errors first, and among them those that explain others.
 */
export function foldFindings(found: readonly Finding[], viewOf: ViewOfTool = () => undefined): Finding[] {
  const findings = withoutDuplicates(found)
  const parents = new Map<Finding, Finding>()
  for (const each of findings) {
    const cause = causeOf(each, findings, viewOf, parents)
    if (cause) parents.set(each, cause)
  }
  const symptomsOf = (root: Finding): Finding[] => findings.filter((each) => parents.has(each) && rootOf(each, parents) === root)
  return findings
    .filter((each) => !parents.has(each))
    .map((root) => withSymptoms(root, symptomsOf(root)))
    .toSorted((one, other) => RANKS[one.severity] - RANKS[other.severity] || weightOf(other) - weightOf(one))
}

const weightOf = ({ symptoms }: Finding): number => (symptoms ? 1 : 0)

function withoutDuplicates(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>()
  for (const each of findings) {
    const { code, tool, resourceUri, evidence } = each
    // Every rule of axe is a separate finding.
    const key = `${code} ${tool} ${resourceUri} ${code === 'look-inaccessible' ? evidence.split(' ')[0] : ''}`
    if (!kept.has(key)) kept.set(key, each)
  }
  return [...kept.values()]
}

function causeOf(
  symptom: Finding,
  findings: readonly Finding[],
  viewOf: ViewOfTool,
  parents: ReadonlyMap<Finding, Finding>,
): Finding | undefined {
  const place = placeOf(symptom, viewOf)
  for (const [cause, symptoms, evidence] of CAUSATION) {
    if (!symptoms.test(symptom.code)) continue
    const found = findings.find(
      (each) =>
        each.code !== symptom.code &&
        cause.test(each.code) &&
        hasEvidence(each, symptom, evidence) &&
        placeOf(each, viewOf) === place &&
        rootOf(each, parents) !== symptom,
    )
    if (found) return found
  }
  return undefined
}

function hasEvidence(cause: Finding, symptom: Finding, evidence: CausationRule[2]): boolean {
  if (evidence !== 'origin') return evidence?.test(cause.evidence) ?? true
  const [origin] = /\b(?:https?|wss?):\/\/[^\s/"'<>]+/i.exec(symptom.evidence) ?? []
  return origin !== undefined && cause.evidence.includes(origin)
}

const placeOf = ({ resourceUri, tool }: Finding, viewOf: ViewOfTool): string | undefined =>
  resourceUri ?? (tool === undefined ? undefined : viewOf(tool))

function rootOf(finding: Finding, parents: ReadonlyMap<Finding, Finding>): Finding {
  let root = finding
  for (let parent = parents.get(root); parent; parent = parents.get(root)) root = parent
  return root
}

function withSymptoms(root: Finding, found: readonly Finding[]): Finding {
  if (found.length === 0) return root
  const severity = found.reduce((worst, each) => (RANKS[each.severity] < RANKS[worst] ? each.severity : worst), root.severity)
  const symptoms = found.map((each) => ({ code: each.code, severity: each.severity, evidence: each.evidence }))
  return { ...root, severity, symptoms }
}
