import type { DiagnosisCode } from './stages.ts'
import { diagnose, type Diagnosis } from './diagnosis.ts'
import { loadChunk } from '../lazy.ts'

/** Reports from the start of a View, collected for a diagnosis. */
export interface Evidence {
  add(report: Readonly<Record<string, unknown>>): void
  /** Finds the root cause from the evidence. The browser's own reports come first. */
  explain(fallback: DiagnosisCode, cause: string): Promise<Diagnosis>
}

const MAX_REPORTS = 20

/** Starts collecting. The browser's reports are fetched from `reportsUrl` when they are needed. */
export function collectEvidence(reportsUrl: string | undefined): Evidence {
  const reports: Readonly<Record<string, unknown>>[] = []
  return {
    add(report) {
      const isNoise = report['kind'] === 'console' && report['level'] !== 'error' && report['level'] !== 'warn'
      if (!isNoise && reports.length < MAX_REPORTS) reports.push(report)
    },
    async explain(fallback, cause) {
      try {
        const { findRootCause } = await loadChunk()
        return await findRootCause(reports, reportsUrl, fallback, cause)
      } catch {
        // Without the chunk, the diagnosis has no evidence.
        return diagnose(fallback, cause)
      }
    },
  }
}
