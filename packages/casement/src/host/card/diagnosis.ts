import { CasementError } from '../../protocol/errors.ts'
import { stopOf, type DiagnosisCode, type MountStage } from './stages.ts'

/** Why a View does not show, with what was seen and what to do. */
export interface Diagnosis {
  readonly stage: MountStage
  readonly code: DiagnosisCode
  /** In one sentence, with the particulars. */
  readonly cause: string
  /** What was observed, one line each. Lines that begin with "view:" are the View's own word. */
  readonly evidence: readonly string[]
  /** Where to look first; `CATALOGUE[code].fix` says at length what to do. */
  readonly fix: string
}

const LONGEST_LINE = 500
const MOST_LINES = 20

/** Fills in what is known of the code. What strangers wrote is cut to a readable length. */
export function diagnose(code: DiagnosisCode, cause: string, evidence: readonly string[] = []): Diagnosis {
  const [stage, , fix] = stopOf(code)
  return { stage, code, cause: cut(cause), evidence: evidence.slice(-MOST_LINES).map(cut), fix }
}

/** The diagnosis as an error, for whoever awaits. */
export const diagnosisError = (diagnosis: Diagnosis, cause?: unknown): CasementError =>
  Object.assign(
    new CasementError(
      'NOT_SHOWN',
      `${diagnosis.code}: ${diagnosis.cause} ${diagnosis.fix}`,
      cause === undefined ? {} : { cause },
    ),
    { diagnosis },
  )

/** The error for whoever awaits a View that will not come. */
export const notShown = (code: DiagnosisCode, why: string, evidence?: readonly string[], cause?: unknown): CasementError =>
  diagnosisError(diagnose(code, why, evidence), cause)

/** The diagnosis that an error carries. */
export const diagnosisOf = (error: unknown): Diagnosis | undefined =>
  CasementError.is(error, 'NOT_SHOWN') ? (error as CasementError & { diagnosis?: Diagnosis }).diagnosis : undefined

const cut = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text)
