import type { z } from 'zod'
import type { diagnosis } from '../../mcp/schemas.ts'
import { element, list, showResult } from '../show-result.ts'

await showResult('Findings', ({ structuredContent }) => {
  // The server validates its result by this schema.
  const { address, findings, notices } = structuredContent as z.infer<typeof diagnosis>
  const summary = findings.length === 0 ? element('p', 'Nothing found', 'ok') : element('p', `${findings.length} finding(s)`)
  const entries = findings.map(({ severity, code, cause, evidence, fix, tool }) => ({
    title: `${code}${tool === undefined ? '' : ` in ${tool}`}`,
    kind: severity,
    lines: [cause, `Seen: ${evidence}`, `Fix: ${fix}`],
  }))
  return [element('h1', address), summary, list(entries), ...notices.map((notice) => element('p', notice, 'quiet'))]
})
