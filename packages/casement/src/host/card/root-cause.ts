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
  const devServer = reports.map(stoppedDevServer).find(Boolean)
  const failure = reports.find(({ kind }) => kind === 'error' || kind === 'rejection')
  if (violation) return diagnose('view-blocked', `${cause} Its policy blocked it: “${describeReport(violation)}”.`, evidence)
  if (devServer) {
    const why = `This is Vite's development page, and Vite is not running at ${devServer}.`
    return diagnose('view-dev-page', why, evidence)
  }
  if (failure) return diagnose('view-script-error', `${cause} Its code failed with: “${describeReport(failure)}”.`, evidence)
  return diagnose(fallback, cause, evidence)
}

/** The origin of a Vite server whose client script did not load. Every development page of Vite loads that script first. */
function stoppedDevServer({ kind, blocked }: Readonly<Record<string, unknown>>): string | undefined {
  const isViteClient = kind === 'resource' && typeof blocked === 'string' && blocked.endsWith('/@vite/client')
  return isViteClient && URL.canParse(blocked) ? new URL(blocked).origin : undefined
}
