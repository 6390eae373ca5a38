import { CATALOGUE } from './catalogue.ts'
import type { Diagnosis } from './diagnosis.ts'

/** The whole diagnosis as text: what the copy button copies. */
export function describeDiagnosis({ stage, code, cause, evidence }: Diagnosis): string {
  const { title, fix } = CATALOGUE[code]
  const seen = evidence.length > 0 ? ['Evidence:', ...evidence.map((line) => `- ${line}`)] : []
  return [`${title} (${code}, stage ${stage})`, cause, ...seen, `What to do: ${fix}`].join('\n')
}
