import type { Report, Result } from '../suite/examine.ts'
import { sumUp, verdictOn } from './words.ts'

const SIGNS = { pass: '✓', fail: '✗', 'not-applicable': '·', unfinished: '!' } as const

/** The report for a terminal: failed checks, then the totals. With `all`, passed checks too. */
export function writeText(report: Report, { all = false }: { readonly all?: boolean } = {}): string {
  const { subject, results } = report
  const shown = results.filter(({ finding: { verdict } }) => all || verdict === 'fail' || verdict === 'unfinished')
  const legend = shown.some(({ requirements }) => requirements.length > 0) ? ['  R-numbers: docs/requirements.md'] : []
  return [subject, ...shown.map(writeResult), ...legend, `${verdictOn(report)}: ${sumUp(report)}`].join('\n')
}

function writeResult({ id, title, level, requirements, finding }: Result): string {
  const head = `  ${SIGNS[finding.verdict]} ${id} (${[level.toUpperCase(), ...requirements].join(', ')}): ${title}`
  if (finding.verdict === 'fail')
    return `${head}\n      seen:   ${oneLine(finding.seen)}\n      wanted: ${oneLine(finding.wanted)}`
  if (finding.verdict === 'pass') return head
  return `${head}\n      ${oneLine(finding.why)}`
}

// Text from the target is printed to a terminal, so control characters are removed.
const oneLine = (text: string): string => text.replaceAll(/[\0-\x1F\x7F-\x9F]+/g, ' ')
