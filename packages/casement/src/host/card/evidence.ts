import type { DiagnosisCode } from './stages.ts'
import { diagnose, type Diagnosis } from './diagnosis.ts'
import { exceptions } from '../late-exceptions.ts'

/** Collects what a View's tap says while it starts, for the case that it does not get far. */
export interface Evidence {
  add(report: Readonly<Record<string, unknown>>): void
  /** Why a View did not connect, as far as it can be told from what was seen. The browser's own word comes first. */
  explain(fallback: DiagnosisCode, cause: string): Promise<Diagnosis>
}

const MOST = 20

/** Starts collecting. With an address for reports the browser's own are read when they are needed. */
export function collectEvidence(reportsUrl: string | undefined): Evidence {
  const seen: Readonly<Record<string, unknown>>[] = []
  return {
    add(report) {
      const isChatter = report['kind'] === 'console' && report['level'] !== 'error' && report['level'] !== 'warn'
      if (!isChatter && seen.length < MOST) seen.push(report)
    },
    async explain(fallback, cause) {
      try {
        const { explain } = await exceptions.load()
        return await explain(seen, reportsUrl, fallback, cause)
      } catch {
        // What was seen cannot be read without it; what is missing can be said all the same.
        return diagnose(fallback, cause)
      }
    },
  }
}
