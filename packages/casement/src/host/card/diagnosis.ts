import { CasementError } from '../../protocol/errors.ts'
import { showName } from '../surface/untrusted-text.ts'
import { stageOf, type DiagnosisCode, type MountStage } from './stages.ts'

/** The reason that a View is not shown, with evidence and a fix. */
export interface Diagnosis {
  readonly stage: MountStage
  readonly code: DiagnosisCode
  /** One sentence, with the details. */
  readonly cause: string
  /** Observations, one per line. Lines that begin with "view:" are reported by the View itself. */
  readonly evidence: readonly string[]
  /** The first thing to check; `CATALOGUE[code].fix` has the details. */
  readonly fix: string
}

const MAX_LINE_LENGTH = 500
const MAX_LINES = 20

/** Creates a diagnosis. Text of the server and the View becomes one line, is truncated, and has its hidden characters escaped. */
export function diagnose(code: DiagnosisCode, cause: string, evidence: readonly string[] = []): Diagnosis {
  const { stage, hint } = stageOf(code)
  return { stage, code, cause: oneLine(cause), evidence: evidence.slice(-MAX_LINES).map(oneLine), fix: hint }
}

/** The diagnosis as an error with the code `NOT_SHOWN`. */
export const diagnosisError = (diagnosis: Diagnosis, cause?: unknown): CasementError =>
  Object.assign(
    new CasementError(
      'NOT_SHOWN',
      `${diagnosis.code}: ${diagnosis.cause} ${diagnosis.fix}`,
      cause === undefined ? {} : { cause },
    ),
    { diagnosis },
  )

/** An error for a View that cannot be shown. */
export const notShown = (code: DiagnosisCode, why: string, evidence?: readonly string[], cause?: unknown): CasementError =>
  diagnosisError(diagnose(code, why, evidence), cause)

/** The diagnosis that an error carries. */
export const diagnosisOf = (error: unknown): Diagnosis | undefined =>
  CasementError.is(error, 'NOT_SHOWN') ? (error as CasementError & { diagnosis?: Diagnosis }).diagnosis : undefined

const oneLine = (text: string): string => showName(text, MAX_LINE_LENGTH)
