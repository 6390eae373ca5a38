import type { Report } from '../suite/examine.ts'
import { WORDS } from './words.ts'

function verdict(report: Report, id: string): string {
  const finding = report.results.find((result) => result.id === id)?.finding
  if (!finding) return ''
  const word = WORDS[finding.verdict]
  return finding.verdict === 'fail' ? `**${word}**` : word
}

/** Reports about the same checks side by side, as a table in Markdown. */
export function writeTable(reports: readonly Report[]): string {
  const [first] = reports
  if (!first) return ''
  const lines = first.results.map(
    ({ id, level, tag }) => `| \`${id}\` | ${level} | ${tag} | ${reports.map((report) => verdict(report, id)).join(' | ')} |`,
  )
  const sums = reports.map(({ counts }) => `${counts.pass} passed, ${counts.fail} failed`)
  return [
    `| Check | Level | Source | ${reports.map(({ subject }) => subject).join(' | ')} |`,
    `| --- | --- | --- | ${reports.map(() => '---').join(' | ')} |`,
    ...lines,
    `| **All** | | | ${sums.join(' | ')} |`,
    '',
  ].join('\n')
}
