import { CasementError } from '../../protocol/errors.ts'
import { CATALOGUE, type DiagnosisCode, type MountStage } from './catalogue.ts'

/** Why a View does not show, with what was seen and what to do. */
export interface Diagnosis {
  readonly stage: MountStage
  readonly code: DiagnosisCode
  /** In one sentence, with the particulars. */
  readonly cause: string
  /** What was observed, one line each. Lines that begin with "view:" are the View's own word. */
  readonly evidence: readonly string[]
  readonly fix: string
}

const LONGEST_LINE = 500
const MOST_LINES = 20

/** Fills in what the catalogue knows. What strangers wrote is cut to a readable length. */
export function diagnose(code: DiagnosisCode, cause: string, evidence: readonly string[] = []): Diagnosis {
  const { stage, fix } = CATALOGUE[code]
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

/** The diagnosis that an error carries. */
export const diagnosisOf = (error: unknown): Diagnosis | undefined =>
  CasementError.is(error, 'NOT_SHOWN') ? (error as CasementError & { diagnosis?: Diagnosis }).diagnosis : undefined

/** The whole diagnosis as text: what the copy button copies. */
export function describeDiagnosis({ stage, code, cause, evidence, fix }: Diagnosis): string {
  const seen = evidence.length > 0 ? ['Evidence:', ...evidence.map((line) => `- ${line}`)] : []
  return [`${CATALOGUE[code].title} (${code}, stage ${stage})`, cause, ...seen, `What to do: ${fix}`].join('\n')
}

const cut = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text)
