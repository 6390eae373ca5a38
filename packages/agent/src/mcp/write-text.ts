import type { z } from 'zod'
import type { diagnosis, rendering } from './schemas.ts'

/** The findings as text for the model. */
export function writeDiagnosis({ ok, address, findings, notices }: z.infer<typeof diagnosis>): string {
  const summary = findings.length === 0 ? 'nothing found' : `${findings.length} finding(s)`
  const lines = findings.map(({ severity, code, tool, cause, evidence, fix, sample }) =>
    [
      `${severity} ${code}${tool === undefined ? '' : ` (tool ${tool})`}: ${cause}`,
      `  evidence: ${evidence}`,
      `  fix: ${fix}`,
      `  ${sample}`,
    ].join('\n'),
  )
  return [`${address}: ${ok ? 'ok' : 'not ok'}, ${summary}`, ...lines, ...notices.map((notice) => `note: ${notice}`)].join('\n')
}

/** The rendered View as text for the model. */
export function writeRendering({
  tool,
  size,
  problems,
  console,
  withheld,
  accessibilityTree,
}: z.infer<typeof rendering>): string {
  return [
    `${tool}: ${size.width} × ${size.height} px, ${problems.length === 0 ? 'no problems' : `${problems.length} problem(s)`}`,
    ...problems.map(({ code, message }) => `error ${code}: ${message}`),
    ...console.map(({ level, message }) => `console.${level}: ${message}`),
    ...withheld.map((name) => `note: the View called ${name}, which does not declare readOnlyHint; the call was not forwarded`),
    'Accessibility tree:',
    accessibilityTree,
  ].join('\n')
}
