import { CATALOGUE } from './catalogue.ts'
import type { Diagnosis } from './diagnosis.ts'

/** The whole diagnosis as text, for the copy button. */
export function describeDiagnosis({ stage, code, cause, evidence }: Diagnosis): string {
  const { title, fix } = CATALOGUE[code]
  const evidenceLines = evidence.length > 0 ? ['Evidence:', ...evidence.map((line) => `- ${line}`)] : []
  return [`${title} (${code}, stage ${stage})`, cause, ...evidenceLines, `Fix: ${fix}`].join('\n')
}
