import type { DiagnosisCode } from './stages.ts'
import { diagnose, type Diagnosis } from './diagnosis.ts'
import { describeReport, readBrowserReports } from './browser-reports.ts'

/** Finds the root cause of a View that did not connect: first in the browser's reports, then in the View's own. */
export async function findRootCause(
  seen: readonly Readonly<Record<string, unknown>>[],
  reportsUrl: string | undefined,
  fallback: DiagnosisCode,
  cause: string,
): Promise<Diagnosis> {
  const browser = reportsUrl ? await readBrowserReports(reportsUrl) : []
  const described = [
    ...browser.map((report) => `browser: ${describeReport(report)}`),
    ...seen.map((report) => `view: ${describeReport(report)}`),
  ]
  const lines = [...new Set(described)]
  const all = [...browser, ...seen]
  const blocked = all.find(({ directive }) => directive)
  const failed = all.find(({ kind }) => kind === 'error' || kind === 'rejection')
  if (blocked) return diagnose('view-blocked', `${cause} Its policy stopped it: ${describeReport(blocked)}.`, lines)
  if (failed) return diagnose('view-script-error', `${cause} Its code ended in ${describeReport(failed)}.`, lines)
  return diagnose(fallback, cause, lines)
}
