import { writeFileSync } from 'node:fs'
import type { Call, FixCall } from '../arguments.ts'
import type { Finding } from '../catalogue/finding.ts'
import type { CommandContext } from '../command-line/command-context.ts'
import type { Target } from '../connect/target.ts'
import { examine, type ExamineOptions } from '../examine.ts'
import type { DoctorReport } from '../report/report.ts'
import { writeText } from '../report/write-text.ts'
import type { Facts } from '../static/facts.ts'
import { compareReports, keyOf } from './compare-reports.ts'
import { Project } from './project.ts'
import { proposeFixes, type ProposedFix } from './propose-fixes.ts'
import { writeFixes } from './write-fixes.ts'

/** The outcome of a finding. */
export interface FixOutcome {
  readonly code: Finding['code']
  readonly tool?: string
  readonly resourceUri?: string
  /** `manual` is left to the user, `written` could not be checked again. */
  readonly outcome: 'proposed' | 'manual' | 'written' | 'fixed' | 'remains' | 'rolled-back'
  readonly files: readonly string[]
  readonly patch?: string
  /** Why it was not written, or was rolled back. */
  readonly reason?: string
  /** The action that the user must take. */
  readonly fix: string
}

/** The report after the fixes. */
export interface FixReport {
  readonly report: DoctorReport
  readonly fixes: readonly FixOutcome[]
  /** Findings that were not there before. */
  readonly appeared: readonly Finding[]
}

interface Look {
  readonly report: DoctorReport
  readonly facts: Facts | undefined
}

const MAX_ROUNDS = 5

/** Runs `casement doctor --fix`: shows the patches, or with `write` applies them and checks again. */
export async function runFix(
  target: Target,
  options: ExamineOptions,
  { write, root, out: file }: FixCall,
  { format, fixHints }: Call,
  { out, progress }: CommandContext,
): Promise<DoctorReport> {
  const look = async (): Promise<Look> => {
    let facts: Facts | undefined
    const report = await examine(target, { ...options, onFacts: (found) => void (facts = found) })
    return { report, facts }
  }
  const first = await look()
  const result = await (write ? applyFixes(first, look, target, root) : showFixes(first, target, root))
  progress?.('')
  if (file !== undefined) writeFileSync(file, result.fixes.map(({ patch = '' }) => patch).join(''))
  const { report, fixes, appeared } = result
  if (format === 'json') out(JSON.stringify({ ...report, fixes, appeared }, undefined, 2))
  else if (format === 'json-stream') out(JSON.stringify({ type: 'report', report: { ...report, fixes, appeared } }))
  else out(`${writeText(first.report, { samples: fixHints })}\n${writeFixes(result, write)}`)
  return report
}

const NO_SOURCE = 'its source was not found, so the patch is against the served document or a build output'

function outcomeOf(
  { finding, files, patch, isWritable }: ProposedFix,
  written: FixOutcome['outcome'],
  reason?: string,
): FixOutcome {
  const { code, tool, resourceUri, fix } = finding
  const common = { code, ...(tool !== undefined && { tool }), ...(resourceUri !== undefined && { resourceUri }), files, fix }
  if (patch === undefined) return { ...common, outcome: 'manual' }
  if (!isWritable) return { ...common, patch, outcome: 'proposed', reason: NO_SOURCE }
  return { ...common, patch, outcome: written, ...(reason !== undefined && { reason }) }
}

function propose(
  { report, facts }: Look,
  target: Target,
  project: Project,
  skipped: ReadonlySet<string> = new Set(),
): ProposedFix[] {
  const findings = report.findings.filter((each) => !skipped.has(keyOf(each)))
  if (facts) return proposeFixes(findings, facts, target, project)
  return findings.map((finding) => ({ finding, files: [], patch: undefined, isWritable: false }))
}

function showFixes(first: Look, target: Target, root: string): FixReport {
  const fixes = propose(first, target, new Project(root))
  return { report: first.report, fixes: fixes.map((fix) => outcomeOf(fix, 'proposed')), appeared: [] }
}

const filesOf = (fixes: readonly ProposedFix[]): string[] => [...new Set(fixes.flatMap(({ files }) => files))]

/**
 * Writes what can be written and checks again, in rounds: a repair may uncover the next finding. When a round brings new errors, its
 * fixes are written one by one, and those that bring one are rolled back.
 */
async function applyFixes(first: Look, look: () => Promise<Look>, target: Target, root: string): Promise<FixReport> {
  const outcomes = new Map<string, FixOutcome>()
  const done = new Set<string>()
  let now = first
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const project = new Project(root)
    const fixes = propose(now, target, project, done)
    const writable = fixes.filter(({ isWritable }) => isWritable)
    for (const fix of fixes) if (!fix.isWritable) outcomes.set(keyOf(fix.finding), outcomeOf(fix, 'proposed'))
    if (writable.length === 0) break
    project.save(filesOf(writable))
    if (target.kind === 'http') {
      for (const fix of writable)
        outcomes.set(keyOf(fix.finding), outcomeOf(fix, 'written', 'restart the server and run the command again'))
      break
    }
    const after = await look()
    if (compareReports(now.report, after.report).caused.length === 0) {
      for (const fix of writable) settle(fix, after, outcomes, done)
      now = after
    } else {
      project.restore(filesOf(writable))
      now = await applySingly(writable, now, look, target, root, outcomes, done)
    }
  }
  const { appeared } = compareReports(first.report, now.report)
  return { report: now.report, fixes: [...outcomes.values()], appeared }
}

/** Notes whether a finding is gone. It is not tried twice. */
function settle(fix: ProposedFix, after: Look, outcomes: Map<string, FixOutcome>, done: Set<string>): void {
  const key = keyOf(fix.finding)
  const remains = after.report.findings.find((each) => keyOf(each) === key)
  outcomes.set(key, outcomeOf(fix, remains ? 'remains' : 'fixed'))
  // The same code with other evidence is the next occurrence of it.
  if (remains?.evidence === fix.finding.evidence) done.add(key)
}

async function applySingly(
  fixes: readonly ProposedFix[],
  start: Look,
  look: () => Promise<Look>,
  target: Target,
  root: string,
  outcomes: Map<string, FixOutcome>,
  done: Set<string>,
): Promise<Look> {
  let now = start
  for (const { finding } of fixes) {
    const project = new Project(root)
    const [fix] = now.facts ? proposeFixes([finding], now.facts, target, project) : []
    if (!fix?.isWritable) {
      if (fix) outcomes.set(keyOf(finding), outcomeOf(fix, 'proposed'))
      continue
    }
    project.save(fix.files)
    const after = await look()
    const [caused] = compareReports(now.report, after.report).caused
    if (caused) {
      project.restore(fix.files)
      done.add(keyOf(finding))
      outcomes.set(keyOf(finding), outcomeOf(fix, 'rolled-back', `it caused ${caused.code}: ${caused.evidence}`))
    } else {
      settle(fix, after, outcomes, done)
      now = after
    }
  }
  return now
}
