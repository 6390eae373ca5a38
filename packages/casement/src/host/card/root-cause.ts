import type { DiagnosisCode } from './stages.ts'
import { diagnose, type Diagnosis } from './diagnosis.ts'
import { describeReport, readBrowserReports } from './browser-reports.ts'

/** Finds the root cause of a View that did not connect: first in the browser's reports, then in the View's own. */
export async function findRootCause(
  viewReports: readonly Readonly<Record<string, unknown>>[],
  reportsUrl: string | undefined,
  fallback: DiagnosisCode,
  cause: string,
): Promise<Diagnosis> {
  const browserReports = reportsUrl ? await readBrowserReports(reportsUrl) : []
  const lines = [
    ...browserReports.map((report) => `browser: ${describeReport(report)}`),
    ...viewReports.map((report) => `view: ${describeReport(report)}`),
  ]
  const evidence = [...new Set(lines)]
  const reports = [...browserReports, ...viewReports]
  const violation = reports.find(({ directive }) => directive)
  const failure = reports.find(({ kind }) => kind === 'error' || kind === 'rejection')
  if (violation) return diagnose('view-blocked', `${cause} Its policy blocked it: “${describeReport(violation)}”.`, evidence)
  if (failure) return diagnose('view-script-error', `${cause} Its code failed with: “${describeReport(failure)}”.`, evidence)
  return diagnose(fallback, cause, evidence)
}
